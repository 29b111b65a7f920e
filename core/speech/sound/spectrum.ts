// The energy of sound in bands of frequency: a Fourier transform of 512 samples, in integers.

import { sineOfPi } from './sine.ts';

export const windowSamples = 512;
const half = windowSamples / 2;
const stages = 9;
/** Sines and window weights are multiples of 1/32768. */
const unit = 32_768;

/** cos and sin of 2 pi k / 512, for k below 256. */
const cosines = Int32Array.from({ length: half }, (_, k) =>
  Math.round(unit * sineOfPi(k / half + 0.5)),
);
const sines = Int32Array.from({ length: half }, (_, k) => Math.round(unit * sineOfPi(k / half)));
/** A Hann window. */
const weights = Int32Array.from({ length: windowSamples }, (_, n) =>
  Math.round((unit * (1 - sineOfPi((2 * n) / windowSamples + 0.5))) / 2),
);
const reversed = Int32Array.from({ length: windowSamples }, (_, n) => bitReversed(n));

/** The first bins of 17 bands from 250 to 3400 Hz in equal ratios, at 8 kHz, and the bin after the last. */
export const bandBins: readonly number[] = [
  16, 19, 22, 25, 30, 34, 40, 47, 55, 64, 74, 87, 101, 118, 137, 160, 187, 218,
];
export const bandCount = bandBins.length - 1;

/** Of the transform in progress. New arrays for each, and of two numbers for each step, take twice the time: 56 instead of 25 us. */
const real = new Float64Array(windowSamples);
const imaginary = new Float64Array(windowSamples);

/** The energy in each band of 512 samples of 16 bits. All numbers are integers below 2^53, hence exact. */
export function bandEnergies(samples: ArrayLike<number>): readonly number[] {
  for (let n = 0; n < windowSamples; n += 1) {
    const weighted = (samples[n] as number) * (weights[n] as number);
    real[reversed[n] as number] = Math.floor((weighted + unit / 2) / unit);
  }
  imaginary.fill(0);
  for (let size = 2; size <= windowSamples; size *= 2) butterflies(size);
  return Array.from({ length: bandCount }, (_, band) => {
    let energy = 0;
    for (let bin = bandBins[band] as number; bin < (bandBins[band + 1] as number); bin += 1) {
      energy += (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    }
    return energy;
  });
}

function butterflies(size: number): void {
  const step = windowSamples / size;
  const apart = size / 2;
  for (let index = 0; index < apart; index += 1) {
    const c = cosines[index * step] as number;
    const s = sines[index * step] as number;
    for (let low = index; low < windowSamples; low += size) {
      const high = low + apart;
      const a = real[high] as number;
      const b = imaginary[high] as number;
      const turnedReal = Math.floor((a * c + b * s + unit / 2) / unit);
      const turnedImaginary = Math.floor((b * c - a * s + unit / 2) / unit);
      const lowReal = real[low] as number;
      const lowImaginary = imaginary[low] as number;
      real[high] = lowReal - turnedReal;
      imaginary[high] = lowImaginary - turnedImaginary;
      real[low] = lowReal + turnedReal;
      imaginary[low] = lowImaginary + turnedImaginary;
    }
  }
}

function bitReversed(n: number): number {
  let reversal = 0;
  for (let bit = 0; bit < stages; bit += 1) reversal |= ((n >> bit) & 1) << (stages - 1 - bit);
  return reversal;
}
