// What spoils audio on its way: noise, an offset, clipping; and voices that no world has spoken.

import { sineOfPi } from '../../../core/speech/recognition/measuring/sine.ts';
import { whiteNoise, withNoise } from './voices.ts';

const clipped = (sample: number) => Math.max(-32_768, Math.min(32_767, Math.round(sample)));
const withOffset = (share: number) => (samples: Int16Array) =>
  samples.map((sample) => clipped(sample + 32_768 * share));

/** By name: changes samples of any rate. */
export const spoiling: Readonly<Record<string, (samples: Int16Array) => Int16Array>> = {
  'noise 30 dB below': (samples) => withNoise(samples, 31.6),
  'noise 20 dB below': (samples) => withNoise(samples, 10),
  'an offset of 0.3 %': withOffset(0.003),
  'an offset of 1.5 %': withOffset(0.015),
  'an offset of -1.5 %': withOffset(-0.015),
};

/** What most sentences pass. */
export const spoilingMore: typeof spoiling = {
  'noise 15 dB below': (samples) => withNoise(samples, 5.6),
  'a gain of 4': (samples) => samples.map((sample) => clipped(4 * sample)),
};

/** Harmonics of a pitch in Hz that swell `rate` times a second, by a share of their amplitude, at 16 kHz. */
export function buzzing(pitch: number, rate: number, share: number, seconds = 4): Int16Array {
  const noise = whiteNoise(100, seconds * 16_000);
  return noise.map((hiss, n) => {
    let sum = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1) {
      sum += sineOfPi((2 * harmonic * pitch * n) / 16_000) / harmonic;
    }
    return clipped(3_000 * (1 + share * sineOfPi((2 * rate * n) / 16_000)) * sum + hiss);
  });
}
