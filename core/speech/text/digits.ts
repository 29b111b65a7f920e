// Decimal digits of all scripts (`\p{Nd}` of Unicode 17.0), since hosts have different versions of Unicode.

/** The digits zero; each is followed by the other nine. */
const zeros =
  `30 660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40
  1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 10d40 11066 110f0 11136 111d0 112f0 11450 114d0 11650 116c0 116d0
  116da 11730 118e0 11950 11bf0 11c50 11d50 11da0 11de0 11f50 16130 16a60 16ac0 16b50 16d70 1ccf0 1d7ce 1d7d8 1d7e2 1d7ec
  1d7f6 1e140 1e2f0 1e4f0 1e5f1 1e950 1fbf0`
    .split(/\s+/)
    .map((zero) => Number.parseInt(zero, 16));

const asciiEnd = 0x80;

export function digitCount(text: string): number {
  let count = 0;
  for (const character of text) if (isDigit(character.codePointAt(0)!)) count += 1;
  return count;
}

function isDigit(code: number): boolean {
  if (code < asciiEnd) return code >= 0x30 && code <= 0x39;
  return zeros.some((zero) => code >= zero && code < zero + 10);
}
