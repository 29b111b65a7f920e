// Companding of G.711: samples of 16 bits as one byte each, in mu-law or A-law. Decoding, then encoding is the identity for all 256
// codes.

const mulawBias = 132;
const mulawMax = 32_767 - mulawBias;

/** The exponent of a magnitude from 128 on: 0 for 128 to 255, 1 for 256 to 511, and so on. */
const exponentOf = (magnitude: number) => 24 - Math.clz32(magnitude);

export function encodeMulaw(samples: Int16Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const magnitude = Math.min(Math.abs(sample), mulawMax) + mulawBias;
    const exponent = exponentOf(magnitude);
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
  });
}

export function encodeAlaw(samples: Int16Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const magnitude = sample < 0 ? ~sample : sample;
    const exponent = magnitude < 256 ? 0 : exponentOf(magnitude);
    const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 0x0f;
    return ((sample < 0 ? 0 : 0x80) | (exponent << 4) | mantissa) ^ 0x55;
  });
}

const mulawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + mulawBias) << ((code >> 4) & 7)) - mulawBias;
  if (code < 0x80) return magnitude;
  return magnitude === 0 ? -1 : -magnitude; // -1 encodes to the negative zero again, 0 to the positive one
});

const alawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const code = byte ^ 0x55;
  const exponent = (code >> 4) & 7;
  const step = ((code & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? step : (step + 256) << (exponent - 1);
  return code < 0x80 ? -magnitude : magnitude;
});

export function decodeMulaw(bytes: Uint8Array): Int16Array {
  return decodeBy(mulawSamples, bytes);
}

export function decodeAlaw(bytes: Uint8Array): Int16Array {
  return decodeBy(alawSamples, bytes);
}

/** Uses a loop, since `Int16Array.from` takes ten times as long. */
function decodeBy(table: Int16Array, bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    samples[index] = table[bytes[index] as number] as number;
  }
  return samples;
}
