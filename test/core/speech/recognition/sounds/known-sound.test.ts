import { describe, expect, it } from 'vitest';
import { base64ToUint16s } from '../../../../../core/kernel/base64.ts';
import { sineOfPi } from '../../../../../core/speech/recognition/measuring/sine.ts';
import {
  initialMeasure,
  measure,
} from '../../../../../core/speech/recognition/measuring/measure.ts';
import {
  printSound,
  printSoundInPieces,
} from '../../../../../core/speech/recognition/sounds/known-sound.ts';

/** A tone that rises from 300 to 3,300 Hz, with silence before and after. */
const rising = Int16Array.from({ length: 24_000 }, (_, n) => {
  if (n < 4_000 || n >= 20_000) return 0;
  const at = n - 4_000;
  return Math.round(8_000 * sineOfPi((2 * (300 + at * 0.094) * at) / 16_000));
});

describe('the print of a sound', () => {
  const print = printSound(rising, 16_000, 'Up, up.');

  it('has the fingerprints of its hops', () => {
    const [, { fingerprints }] = measure(initialMeasure(16_000), rising);
    expect(base64ToUint16s(print.fingerprints)).toEqual(fingerprints);
  });

  it('marks the bits of bands with sound', () => {
    const mask = base64ToUint16s(print.mask);
    expect(mask).toHaveLength(149);
    expect(mask.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 0));
    const bits = mask.slice(30, 125).map((value) => value.toString(2).replaceAll('0', '').length);
    expect(Math.min(...bits)).toBeLessThan(4);
    expect(bits.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(200);
  });

  it('has the words, and the range of voice', () => {
    expect(print).toMatchObject({ voiceStart: 25, voiceEnd: 126 });
    expect(print.words).toEqual([
      { text: 'Up,', start: 25, end: 75 },
      { text: 'up.', start: 75, end: 126 },
    ]);
  });

  it('is computed in pieces of a second', () => {
    const pieces = printSoundInPieces(new Int16Array(8_000 * 2.5), 8_000, 'Silence.');
    expect([...pieces]).toHaveLength(3);
  });

  it('ends after a minute, or as long as it may be', () => {
    const long = printSound(new Int16Array(8_000 * 61), 8_000, 'Silence.');
    expect(long).toMatchObject({ voiceStart: 0, voiceEnd: 0, words: [] });
    expect(base64ToUint16s(long.mask).length).toBe(5_999);
    const longer = printSound(new Int16Array(8_000 * 61), 8_000, 'Silence.', 6_050);
    expect(base64ToUint16s(longer.mask).length).toBe(6_049);
  });
});
