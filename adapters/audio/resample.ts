// Resampling by a ratio of integers: a polyphase filter (Kaiser-windowed sinc). Coefficients are integers computed with sums and
// products only, so the same samples come out on every engine and machine.

/** Zero crossings of the sinc on each side. */
const crossings = 16;
/** Share of the lower Nyquist frequency that passes. */
const passband = 0.93;
/** Shape of the window: 80 dB of attenuation. */
const kaiserBeta = 8;
/** Coefficients are multiples of 1/32768; each phase adds up to 1. */
const unit = 32_768;
const filtersMax = 64;

interface Filter {
  readonly up: number;
  readonly down: number;
  /** Taps of each phase, half of them before the position. */
  readonly taps: number;
  /** By phase. */
  readonly coefficients: Int32Array;
}

const filters = new Map<string, Filter>();

/** `up` samples for each `down` of the input; the length is rounded up. The first sample stays at its place. */
export function resample(samples: Int16Array, up: number, down: number): Int16Array {
  const filter = filterOf(up, down);
  if (filter.up === filter.down) return samples;
  return apply(filter, samples);
}

function apply({ up, down, taps, coefficients }: Filter, samples: Int16Array): Int16Array {
  const output = new Int16Array(Math.ceil((samples.length * up) / down));
  for (let index = 0, position = 0, phase = 0; index < output.length; index += 1) {
    const first = position - taps / 2 + 1;
    const from = Math.max(0, -first);
    const to = Math.min(taps, samples.length - first);
    let sum = unit / 2; // rounds
    for (let tap = from; tap < to; tap += 1) {
      sum += (samples[first + tap] as number) * (coefficients[phase * taps + tap] as number);
    }
    output[index] = Math.max(-32_768, Math.min(32_767, Math.floor(sum / unit)));
    phase += down;
    position += Math.floor(phase / up);
    phase %= up;
  }
  return output;
}

function filterOf(up: number, down: number): Filter {
  const divisor = greatestCommonDivisor(up, down);
  const key = `${up / divisor}/${down / divisor}`;
  const known = filters.get(key);
  if (known !== undefined) return known;
  const filter = createFilter(up / divisor, down / divisor);
  if (filters.size >= filtersMax) filters.clear();
  filters.set(key, filter);
  return filter;
}

function createFilter(up: number, down: number): Filter {
  const cutoff = passband * Math.min(1, up / down);
  const reach = crossings / cutoff;
  const taps = 2 * Math.ceil(reach);
  const coefficients = new Int32Array(up * taps);
  for (let phase = 0; phase < up; phase += 1) {
    const values = Array.from({ length: taps }, (_, tap) => {
      const distance = tap - taps / 2 + 1 - phase / up;
      return sinc(cutoff * distance) * kaiser(distance / reach);
    });
    const total = values.reduce((sum, value) => sum + value, 0);
    const rounded = values.map((value) => Math.round((value / total) * unit));
    const excess = rounded.reduce((sum, value) => sum + value, 0) - unit;
    rounded[taps / 2 - 1] = (rounded[taps / 2 - 1] ?? 0) - excess;
    coefficients.set(rounded, phase * taps);
  }
  return { up, down, taps, coefficients };
}

/** sin(pi x) / (pi x). */
function sinc(x: number): number {
  return x === 0 ? 1 : sineOfPi(x) / (Math.PI * x);
}

/** sin(pi x), as a Taylor series on the nearest half turn. */
function sineOfPi(x: number): number {
  const turns = Math.round(x);
  const angle = (x - turns) * Math.PI;
  let term = angle;
  let sum = angle;
  for (let power = 3; power <= 19; power += 2) {
    term *= (-angle * angle) / (power * (power - 1));
    sum += term;
  }
  return turns % 2 === 0 ? sum : -sum;
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

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
