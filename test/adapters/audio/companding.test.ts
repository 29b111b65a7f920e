// Mu-law and A-law: every code and every sample, compared with another implementation.

import { alaw, mulaw } from 'alawmulaw';
import { describe, expect, it } from 'vitest';
import {
  decodeAlaw,
  decodeMulaw,
  encodeAlaw,
  encodeMulaw,
} from '../../../adapters/audio/companding.ts';

const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
const samples = Int16Array.from({ length: 65_536 }, (_, index) => index - 32_768);

describe('mu-law', () => {
  it('preserves every code through decoding and encoding, including both zeros', () => {
    expect(encodeMulaw(decodeMulaw(codes))).toEqual(codes);
    expect(decodeMulaw(Uint8Array.of(0xff, 0x7f))).toEqual(Int16Array.of(0, -1));
  });

  it('encodes every sample as another implementation does', () => {
    expect(encodeMulaw(samples)).toEqual(mulaw.encode(samples));
  });

  it('decodes every code as another implementation does, but the negative zero', () => {
    const others = mulaw.decode(codes);
    others[0x7f] = -1;
    expect(decodeMulaw(codes)).toEqual(others);
  });
});

describe('A-law', () => {
  it('preserves every code through decoding and encoding', () => {
    expect(encodeAlaw(decodeAlaw(codes))).toEqual(codes);
  });

  it('encodes every sample as another implementation does, which puts negative ones a step lower', () => {
    const others = alaw.encode(samples);
    const shifted = Int32Array.from(samples, (sample, index) => (sample < -1 ? index + 1 : index));
    const expected = Uint8Array.from(shifted, (index) => others[index] ?? 0);
    expected[32_767] = 0x55; // -1 is a negative zero
    expect(encodeAlaw(samples)).toEqual(expected);
  });

  it('decodes every code as another implementation does', () => {
    expect(decodeAlaw(codes)).toEqual(alaw.decode(codes));
  });
});
