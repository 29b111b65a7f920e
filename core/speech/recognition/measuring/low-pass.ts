// Low-pass filters for resampling: a sinc in a Kaiser window, as integers.

import { sineOfPi } from './sine.ts';

/** Zero crossings of the sinc on each side. */
const crossings = 16;
/** Share of the lower Nyquist frequency that passes. */
const passband = 0.93;
/** Shape of the window: 80 dB of attenuation. */
const kaiserBeta = 8;

/** Coefficients are multiples of 1/32768; those of a phase add up to 1. */
export const filterUnit = 32_768;

export interface LowPass {
  readonly phases: number;
  /** Taps of each phase, half of them before the position. */
  readonly taps: number;
  /** By phase, `taps` of each: for positions between two samples, in steps of 1 / `phases`. */
  readonly coefficients: Int32Array;
}

/** `ratio`: output rate by input rate. */
export function lowPass(ratio: number, phases: number): LowPass {
  const cutoff = passband * Math.min(1, ratio);
  const reach = crossings / cutoff;
  const taps = 2 * Math.ceil(reach);
  const coefficients = new Int32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    const values = Array.from({ length: taps }, (_, tap) => {
      const distance = tap - taps / 2 + 1 - phase / phases;
      return sinc(cutoff * distance) * kaiser(distance / reach);
    });
    const total = values.reduce((sum, value) => sum + value, 0);
    const rounded = values.map((value) => Math.round((value / total) * filterUnit));
    const excess = rounded.reduce((sum, value) => sum + value, 0) - filterUnit;
    rounded[taps / 2 - 1] = (rounded[taps / 2 - 1] ?? 0) - excess;
    coefficients.set(rounded, phase * taps);
  }
  return { phases, taps, coefficients };
}

/** sin(pi x) / (pi x). */
function sinc(x: number): number {
  return x === 0 ? 1 : sineOfPi(x) / (Math.PI * x);
}

/** The window at a distance from 0 (its middle) to 1 (its end), not normalised. */
function kaiser(distance: number): number {
  if (Math.abs(distance) > 1) return 0;
  const quarter = (kaiserBeta * kaiserBeta * (1 - distance * distance)) / 4;
  let term = 1;
  let sum = 1;
  for (let index = 1; index <= 30; index += 1) {
    term *= quarter / (index * index);
    sum += term;
  }
  return sum;
}
