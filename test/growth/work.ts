// Measures how the work of a text grows with its length. Work is processor time.

import { cpuUsage } from 'node:process';
import { expect } from 'vitest';

/** Units of texts that are slow to parse with backtracking. */
const usualUnits = ['<', '<a ', '"', '._', '\n\n ', '1,111', "Σ'", '[a]'] as const;

/** More candidates. */
const furtherUnits = [
  '<!--',
  '<b>',
  '</p>',
  '<title>',
  '&',
  '&a',
  '-',
  '\n',
  ' ',
  '\t',
  '%e3',
  '%',
  '1',
  '1.111.',
  '+1 day ',
  '\u0301\u0316',
  'ß',
  '語',
  ',',
  '/',
  '(',
  'http://a',
  'a@',
  '2026-05-01 ',
] as const;

/** Units that texts are made of: all with WORK_UNITS=all, which takes four times as long. */
export const units: readonly string[] =
  process.env['WORK_UNITS'] === 'all' ? [...usualUnits, ...furtherUnits] : usualUnits;

/** A text of this length. */
export function repeatToLength(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Processor time of a task in milliseconds. */
export async function processorMs(task: () => unknown): Promise<number> {
  const before = cpuUsage();
  await task();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}

/** Shorter work is not compared: its growth is not measurable. */
const floorMs = 12;
/** The most growth from a quarter of a length: 4 if the work is linear, 16 if it is quadratic. */
const growthMax = 9;
/** The most work of the longest text, as a multiple of a fixed task on the same machine: it bounds the constant factor. */
const longestMax = 500;
/** Repetitions, because a busy machine can show growth that is not there. */
const triesMax = 5;

/** Processor time of a fixed task: about 10 ms. */
async function unitOfWork(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5; tries += 1) {
    const work = await processorMs(() => {
      let sum = 0;
      for (let index = 0; index < 200_000; index += 1) sum += String(index).length;
      return sum;
    });
    least = Math.min(least, work);
  }
  return least;
}

let unitMs: number | undefined;

/**
 * Checks that the work of texts up to a length is linear, or nearly so. Short texts are measured at their longest first; long
 * ones from a sixteenth on, so that unbounded work ends the test soon.
 */
export async function expectLinearWork(
  about: string,
  longest: number,
  workOf: (length: number) => Promise<number>,
): Promise<void> {
  unitMs ??= await unitOfWork();
  const workMax = longestMax * unitMs;
  const isShort = longest <= 20_000;
  if (isShort && ((await workOf(longest)) < floorMs || (await workOf(longest)) < floorMs)) return;
  const lengths = [longest / 16, longest / 4, longest].map(Math.floor);
  /** The least work of each length so far: the load of the machine only adds to it. */
  const least = lengths.map(() => Number.POSITIVE_INFINITY);
  for (const [index, length] of lengths.entries()) {
    const measure = async (at: number) => {
      least[at] = Math.min(least[at] ?? 0, await workOf(lengths[at] ?? length));
    };
    const growth = () => (least[index] ?? 0) / Math.max(least[index - 1] ?? 0, floorMs);
    const isLinear = () => (least[index] ?? 0) < workMax && (index === 0 || growth() < growthMax);
    await measure(index);
    for (let tries = 1; tries < triesMax && !isLinear(); tries += 1) {
      if (index > 0) await measure(index - 1);
      // Twice: a collection of garbage with every second measurement would else always fall on the same length.
      await measure(index);
      await measure(index);
    }
    const verdict = { about, length, work: least[index], growth: growth(), isLinear: isLinear() };
    expect(verdict).toMatchObject({ isLinear: true });
  }
}
