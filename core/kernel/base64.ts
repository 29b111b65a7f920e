// Small integers as text, two ways: bytes, and pairs of bytes in little-endian order, as base64 (RFC 4648 section 4).

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const valueOf = new Uint8Array(128);
for (let value = 0; value < 64; value++) valueOf[digits.charCodeAt(value)] = value;

export function bytesToBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = bytes.length - at;
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += digits.charAt(bits >> 18) + digits.charAt((bits >> 12) & 63);
    text += rest > 1 ? digits.charAt((bits >> 6) & 63) : '=';
    text += rest > 2 ? digits.charAt(bits & 63) : '=';
  }
  return text;
}

/** Of a text that `bytesToBase64` printed. */
export function base64ToBytes(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let place = 0;
  for (let at = 0; at < text.length; at += 4) {
    const bits =
      (digit(text, at) << 18) |
      (digit(text, at + 1) << 12) |
      (digit(text, at + 2) << 6) |
      digit(text, at + 3);
    bytes[place++] = bits >> 16; // beyond the end nothing is stored
    bytes[place++] = bits >> 8;
    bytes[place++] = bits;
  }
  return bytes;
}

/** Each value from 0 to 65,535. */
export function uint16sToBase64(values: readonly number[]): string {
  const bytes = new Uint8Array(values.length * 2);
  values.forEach((value, index) => {
    bytes[index * 2] = value;
    bytes[index * 2 + 1] = value >> 8;
  });
  return bytesToBase64(bytes);
}

export function base64ToUint16s(text: string): readonly number[] {
  const bytes = base64ToBytes(text);
  return Array.from(
    { length: bytes.length / 2 },
    (_, index) => (bytes[index * 2] as number) | ((bytes[index * 2 + 1] as number) << 8),
  );
}

function digit(text: string, at: number): number {
  return valueOf[text.charCodeAt(at)] ?? 0;
}
