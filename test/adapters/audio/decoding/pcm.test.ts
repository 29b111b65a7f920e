// Conversion of raw samples of every size to 16 bits.

import { describe, expect, it } from 'vitest';
import { createPcmDecoder, sampleOfFloat } from '../../../../adapters/audio/decoding/pcm.ts';

describe('raw samples', () => {
  it.each([
    ['unsigned8', [0, 128, 255], [-32_768, 0, 32_512]],
    ['linear16', [1, 0, 0xff, 0x7f, 0, 0x80], [1, 32_767, -32_768]],
    ['linear24', [0xff, 1, 0, 0, 0, 0x80], [1, -32_768]],
    ['integer32', [0xff, 0xff, 1, 0, 0, 0, 0, 0x80], [1, -32_768]],
    ['float32', [0, 0, 0x80, 0xbf, 0, 0, 0, 0x3f], [-32_768, 16_384]],
    ['mulaw', [0xff, 0x80, 0x00], [0, 32_124, -32_124]],
    ['alaw', [0xd5, 0xaa, 0x2a], [8, 32_256, -32_256]],
  ] as const)('of %s are read', (format, bytes, samples) => {
    const decode = createPcmDecoder(format, 1);
    expect(decode(Uint8Array.from(bytes)).map((channel) => [...channel])).toEqual([samples]);
  });

  it('of floating point are rounded and clipped', () => {
    const step = 1 / 32_768;
    expect([0.5, 0.49, -0.5, -0.51, 1.5].map((part) => sampleOfFloat(part * step))).toEqual([
      1, 0, 0, -1, 2,
    ]);
    expect([1, 7, Infinity, -1, -7, -Infinity, NaN].map(sampleOfFloat)).toEqual([
      32_767, 32_767, 32_767, -32_768, -32_768, -32_768, 0,
    ]);
  });

  it('of several channels alternate', () => {
    const decode = createPcmDecoder('linear16', 2);
    const parts = [[1, 0, 2, 0, 3], [0, 4], [0]].map((bytes) => decode(Uint8Array.from(bytes)));
    expect(parts.map((channels) => channels.map((samples) => [...samples]))).toEqual([
      [[1], [2]],
      [[], []],
      [[3], [4]],
    ]);
  });
});
