// Hums characters without sounds: a soft tone, one syllable for each. Integers only.

import type { speech } from '../../core/index.ts';
import { fliteRate } from './flite.ts';

/** The lowest tone, in Hz. */
const hertz: Readonly<Record<speech.Voice['base'], number>> = {
  slt: 180,
  rms: 100,
  awb: 110,
  kal16: 120,
};
/** Steps above the lowest tone, in eighths of it. */
const steps = [8, 9, 10, 12, 14] as const;
const amplitude = 5_000;
/** Blanks and signs are silent. */
const silent = /[ -~\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f]/u;

/** One period, with the harmonics of a voice. */
const wave = Int16Array.from({ length: 1_024 }, (_, index) => {
  let sum = 0;
  for (let harmonic = 1; harmonic <= 12; harmonic += 1) {
    sum += Math.trunc(arch((index * harmonic) % 1_024) / harmonic);
  }
  return Math.trunc(sum / 2);
});

/** A sine made of two parabolas: the position is from 0 to 1023, the value from -16,384 to 16,384. */
function arch(position: number): number {
  const inHalf = position % 512;
  const height = (inHalf * (512 - inHalf)) >> 2;
  return position < 512 ? height : -height;
}

/** 0.06 s for each character, at the rate of the synthesiser, before the shift to the pitch of the voice. */
export function hum(text: string, { base, pitch }: speech.Voice): Int16Array {
  const characters = Array.from(text);
  const length = Math.round((fliteRate * 6 * pitch) / 10_000);
  const samples = new Int16Array(length * characters.length);
  characters.forEach((character, index) => {
    if (silent.test(character)) return;
    const step = steps[(character.codePointAt(0) ?? 0) % steps.length] ?? 8;
    addTone(samples.subarray(index * length, (index + 1) * length), (hertz[base] * step) / 8);
  });
  return samples;
}

/** Swells over the first quarter, fades over the last. */
function addTone(samples: Int16Array, frequency: number): void {
  const advance = Math.round((frequency * 65_536) / fliteRate);
  const slope = samples.length >> 2;
  for (let index = 0; index < samples.length; index += 1) {
    const level = Math.min(index, samples.length - 1 - index, slope);
    const value = wave[((index * advance) & 0xffff) >> 6] ?? 0;
    samples[index] = Math.trunc((value * amplitude * level) / (16_384 * slope));
  }
}
