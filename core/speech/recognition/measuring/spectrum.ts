// The energy of sound in bands of frequency: a Fourier transform of 512 samples, in integers.

import { sineOfPi } from './sine.ts';

export const windowSamples = 512;
const half = windowSamples / 2;
const stages = 9;
/** Sines and window weights are multiples of 1/32768: products with them are exact. */
const unit = 32_768;

/** cos and sin of 2 pi k / 512, for k below 256. */
const cosines = Float64Array.from(
  { length: half },
  (_, k) => Math.round(unit * sineOfPi(k / half + 0.5)) / unit,
);
const sines = Float64Array.from(
  { length: half },
  (_, k) => Math.round(unit * sineOfPi(k / half)) / unit,
);
/** A Hann window. */
const weights = Float64Array.from(
  { length: windowSamples },
  (_, n) => Math.round((unit * (1 - sineOfPi((2 * n) / windowSamples + 0.5))) / 2) / unit,
);
const reversed = Int32Array.from({ length: windowSamples }, (_, n) => bitReversed(n));

/** The first bins of 17 bands from 250 to 3400 Hz in equal ratios, at 8 kHz, and the bin after the last. */
export const bandBins: readonly number[] = [
  16, 19, 22, 25, 30, 34, 40, 47, 55, 64, 74, 87, 101, 118, 137, 160, 187, 218,
];
export const bandCount = bandBins.length - 1;

/** Of the transform in progress, written anew by each. */
const real = new Float64Array(windowSamples);
const imaginary = new Float64Array(windowSamples);

/** The energy in each band of 512 samples of 16 bits. All numbers are integers below 2^53, hence exact. */
export function bandEnergies(samples: Int16Array, start = 0): Float64Array {
  if (isSilent(samples, start)) return new Float64Array(bandCount);
  for (let n = 0; n < windowSamples; n += 1) {
    const weighted = (samples[start + n] as number) * (weights[n] as number);
    real[reversed[n] as number] = Math.floor(weighted + 0.5);
  }
  transformFours(real, imaginary);
  for (let size = 8; size < windowSamples; size *= 2) butterflies(real, imaginary, size);
  return lastStage(real, imaginary);
}

function isSilent(samples: Int16Array, start: number): boolean {
  for (let n = 0; n < windowSamples; n += 1) if (samples[start + n] !== 0) return false;
  return true;
}

/** The first two stages, on real numbers: turns by a quarter only, without a product. */
function transformFours(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 0; at < windowSamples; at += 4) {
    const a = real[at] as number;
    const b = real[at + 1] as number;
    const c = real[at + 2] as number;
    const d = real[at + 3] as number;
    real[at] = a + b + (c + d);
    real[at + 1] = a - b;
    real[at + 2] = a + b - (c + d);
    real[at + 3] = a - b;
    imaginary[at] = 0;
    imaginary[at + 1] = d - c;
    imaginary[at + 2] = 0;
    imaginary[at + 3] = c - d;
  }
}

function butterflies(real: Float64Array, imaginary: Float64Array, size: number): void {
  const step = windowSamples / size;
  const distance = size >> 1;
  for (let index = 0; index < distance; index += 1) {
    const c = cosines[index * step] as number;
    const s = sines[index * step] as number;
    for (let low = index; low < windowSamples; low += size) {
      const high = low + distance;
      const a = real[high] as number;
      const b = imaginary[high] as number;
      const turnedReal = Math.floor(a * c + b * s + 0.5);
      const turnedImaginary = Math.floor(b * c - a * s + 0.5);
      const lowReal = real[low] as number;
      const lowImaginary = imaginary[low] as number;
      real[high] = lowReal - turnedReal;
      imaginary[high] = lowImaginary - turnedImaginary;
      real[low] = lowReal + turnedReal;
      imaginary[low] = lowImaginary + turnedImaginary;
    }
  }
}

/** Only for the bins of the bands, all of them in the lower half. */
function lastStage(real: Float64Array, imaginary: Float64Array): Float64Array {
  const energies = new Float64Array(bandCount);
  for (let band = 0; band < bandCount; band += 1) {
    const end = bandBins[band + 1] as number;
    let energy = 0;
    for (let bin = bandBins[band] as number; bin < end; bin += 1) {
      const c = cosines[bin] as number;
      const s = sines[bin] as number;
      const a = real[bin + half] as number;
      const b = imaginary[bin + half] as number;
      const binReal = (real[bin] as number) + Math.floor(a * c + b * s + 0.5);
      const binImaginary = (imaginary[bin] as number) + Math.floor(b * c - a * s + 0.5);
      energy += binReal * binReal + binImaginary * binImaginary;
    }
    energies[band] = energy;
  }
  return energies;
}

function bitReversed(n: number): number {
  let reversal = 0;
  for (let bit = 0; bit < stages; bit += 1) reversal |= ((n >> bit) & 1) << (stages - 1 - bit);
  return reversal;
}
