// Random secrets that no other text contains by accident, and a search for their remains.

import fc from 'fast-check';

const alphabets = {
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  hex: '0123456789abcdef',
  word: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  odd: 'ABCDEFGHIJKLMNOPabcdefghijklmnop"\\/\'<>{}[]:=,;&%+?#@ \n\té€😀',
} as const;

type Alphabet = keyof typeof alphabets;

/** Draws letters from its own generator; otherwise shrinking would end at one letter repeated sixteen times. */
function secretOf(alphabet: Alphabet, length: number, seed: number): string {
  const letters = Array.from(alphabets[alphabet]);
  let state = (seed * 2_654_435_761 + length) >>> 0 || 1;
  let secret = '';
  while (secret.length < length) {
    state ^= (state << 13) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    secret += letters[(state >>> 8) % letters.length] ?? '';
  }
  return secret;
}

export function secretArbitrary(
  alphabet: Alphabet,
  { minLength = 16, maxLength = 700 } = {},
): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.oneof(
        fc.integer({ min: minLength, max: maxLength }),
        fc.constantFrom(
          ...[16, 17, 64, 65, 66, 344, 684].filter((n) => n >= minLength && n <= maxLength),
        ),
      ),
      fc.nat(),
    )
    .map(([length, seed]) => secretOf(alphabet, length, seed));
}

/** The first 16-character piece of a secret that a text contains, plain or escaped; undefined if there is none. */
export function leakIn(text: string, secret: string): string | undefined {
  const views = [text, unescaped(text), percentDecoded(text), percentDecoded(unescaped(text))];
  for (let at = 0; at + 16 <= secret.length; at += 1) {
    const piece = secret.slice(at, at + 16);
    if (views.some((view) => view.includes(piece))) return piece;
  }
  return undefined;
}

const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})|\\([^])/gi, (_all, hex?: string, char = '') =>
    hex === undefined ? (short[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}
