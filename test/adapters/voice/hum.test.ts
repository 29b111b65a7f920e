// The tone for characters without sounds.

import { describe, expect, it } from 'vitest';
import { hum } from '../../../adapters/voice/hum.ts';

const voice = { base: 'slt', pitch: 100, pace: 100 } as const;
const levelOf = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe('a hum', () => {
  it('lasts 0.06 s per character, and longer for a voice with raised pitch', () => {
    expect(hum('мир', voice)).toHaveLength(3 * 960);
    expect(hum('мир', { ...voice, pitch: 110 })).toHaveLength(3 * 1_056);
  });

  it('is soft, begins and ends at zero, and is silent for blanks and signs', () => {
    const samples = hum('м, 。', voice);
    const tone = samples.subarray(0, 960);
    expect(levelOf(tone)).toBeGreaterThan(800);
    expect(levelOf(tone)).toBeLessThan(3_000);
    expect([tone.at(0), tone.at(-1)]).toEqual([0, 0]);
    expect(levelOf(samples.subarray(960))).toBe(0);
  });

  it('differs from character to character', () => {
    expect(hum('м', voice)).not.toEqual(hum('и', voice));
  });
});
