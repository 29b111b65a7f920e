// Resampling: lengths, levels, tones within and beyond the output rate, and stable bytes.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode } from '../../../adapters/audio/encoding.ts';
import { resample } from '../../../adapters/audio/resample.ts';

const tone = (hertz: number, rate: number, length: number, level = 12_000) =>
  Int16Array.from({ length }, (_, index) =>
    Math.round(level * Math.sin((2 * Math.PI * hertz * index) / rate)),
  );

/** Root mean square without both ends, where the filter reads silence. */
function levelOf(samples: Int16Array): number {
  const middle = samples.subarray(100, samples.length - 100);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

const ratios = [
  [1, 2],
  [3, 2],
  [2, 1],
  [3, 1],
  [75, 56],
] as const;

describe('resampling', () => {
  it.each(ratios)('preserves a tone within the output rate, at %i/%i', (up, down) => {
    const output = resample(tone(1_000, 16_000, 4_000), up, down);
    const wanted = tone(1_000, (16_000 * up) / down, output.length);
    const difference = output.map((sample, index) => sample - (wanted[index] ?? 0));
    expect(levelOf(difference)).toBeLessThan(12);
  });

  it('removes tones beyond the lower rate', () => {
    expect(levelOf(resample(tone(5_000, 16_000, 4_000), 1, 2))).toBeLessThan(6);
  });

  it('preserves a constant level exactly', () => {
    const output = resample(new Int16Array(500).fill(10_000), 75, 56);
    expect(new Set(output.subarray(100, -100))).toEqual(new Set([10_000]));
  });

  it('has the length of the ratio, rounded up, and stays in range', () => {
    fc.assert(
      fc.property(
        fc.int16Array({ maxLength: 200 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (samples, up, down) =>
          resample(samples, up, down).length === Math.ceil((samples.length * up) / down),
      ),
      { numRuns: 50 },
    );
    const loud = Int16Array.from({ length: 200 }, (_, index) =>
      index % 16 < 8 ? 32_767 : -32_768,
    );
    expect(Math.max(...resample(loud, 3, 1))).toBe(32_767);
  });

  it('returns these bytes on every machine', () => {
    let state = 1;
    const noise = Int16Array.from({ length: 2_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >> 17;
    });
    const hash = createHash('sha256');
    for (const [up, down] of ratios) hash.update(encode(resample(noise, up, down), 'linear16'));
    expect(hash.digest('hex').slice(0, 16)).toMatchInlineSnapshot(`"31d39c1cd9eb1fcb"`);
  });
});
