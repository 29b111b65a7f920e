// Measures each whole 10 ms of one channel: its level, and a fingerprint by which the sound is found again.
// A stage: the measurements do not depend on the parts in which the samples arrive.

import { initialRate, measuredRate, toMeasuredRate, type RateState } from './measured-rate.ts';
import { bandCount, bandEnergies, windowSamples } from './spectrum.ts';

/** Samples of 10 ms. */
const hop = measuredRate / 100;
/** A fingerprint compares the bands with those of 40 ms before. */
const hopsBack = 4;

export interface Measurements {
  /** Of each whole 10 ms: 0 to 120, four for each doubling of the energy. */
  readonly levels: readonly number[];
  /** Of each whole 10 ms: 16 bits. */
  readonly fingerprints: readonly number[];
}

export interface MeasureState {
  readonly rate: RateState;
  /** The last 64 ms at the measured rate, and what follows the last whole 10 ms. */
  readonly window: Int16Array;
  /** Differences of neighbouring bands in the last 40 ms. */
  readonly differences: readonly Float64Array[];
}

/** Silence is before the first sample. */
export function initialMeasure(sampleRate: number): MeasureState {
  return {
    rate: initialRate(sampleRate),
    window: new Int16Array(windowSamples - hop),
    differences: Array.from({ length: hopsBack }, () => new Float64Array(bandCount - 1)),
  };
}

/** `samples`: 16 bits, of one channel. */
export function measure(
  state: MeasureState,
  samples: Int16Array,
): readonly [MeasureState, Measurements] {
  return measureHops(state, samples, ignore);
}

/** The energies of the bands in one hop, their differences, and the differences of 40 ms before. */
export type HopReader = (energies: Float64Array, now: Float64Array, before: Float64Array) => void;

/** As `measure`. `read` receives the values that the fingerprint of each hop is computed from. */
export function measureHops(
  state: MeasureState,
  samples: Int16Array,
  read: HopReader,
): readonly [MeasureState, Measurements] {
  const [rate, measured] = toMeasuredRate(state.rate, samples);
  const window = new Int16Array(state.window.length + measured.length);
  window.set(state.window);
  window.set(measured, state.window.length);
  const levels: number[] = [];
  const fingerprints: number[] = [];
  const differences = [...state.differences];
  let start = 0;
  for (; start + windowSamples <= window.length; start += hop) {
    const end = start + windowSamples;
    const energies = bandEnergies(window, start);
    const now = neighbourDifferences(energies);
    const before = differences.shift() ?? now;
    levels.push(levelOf(window, end - hop, end));
    fingerprints.push(fingerprintOf(now, before));
    read(energies, now, before);
    differences.push(now);
  }
  return [
    { rate, window: window.slice(start), differences },
    { levels, fingerprints },
  ];
}

const ignore: HopReader = () => undefined;

function neighbourDifferences(energies: Float64Array): Float64Array {
  const differences = new Float64Array(bandCount - 1);
  for (let pair = 0; pair < differences.length; pair += 1) {
    differences[pair] = (energies[pair + 1] as number) - (energies[pair] as number);
  }
  return differences;
}

/** One bit for each pair of neighbouring bands: whether their difference has grown in 40 ms. */
function fingerprintOf(now: Float64Array, before: Float64Array): number {
  let bits = 0;
  for (let pair = 0; pair < now.length; pair += 1) {
    if ((now[pair] as number) > (before[pair] as number)) bits |= 1 << pair;
  }
  return bits;
}

/** The logarithm of the mean square, in quarters of a doubling. */
function levelOf(samples: Int16Array, start: number, end: number): number {
  let square = 0;
  for (let at = start; at < end; at += 1) {
    const sample = samples[at] as number;
    square += sample * sample;
  }
  const mean = Math.floor(square / (end - start));
  if (mean === 0) return 0;
  const doublings = 31 - Math.clz32(mean);
  const quarters = Math.floor((mean * 4) / 2 ** doublings) - 4;
  return doublings * 4 + quarters;
}
