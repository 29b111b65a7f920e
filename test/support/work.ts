// Measures how the work of a text grows with its length. Work is processor time.

import { cpuUsage } from 'node:process';
import { expect } from 'vitest';

/** Units of texts that are slow to read where a reader looks again and again. */
const usualUnits = ['<', '<a ', '"', '._', '\n\n ', '1,111', "Σ'", '[a]'] as const;

/** Others that could be. */
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

/** What texts are made of: few in the suite, which is not to take minutes for them, and all in a soak. */
export const units: readonly string[] =
  process.env['FC_TIMES'] === undefined ? usualUnits : [...usualUnits, ...furtherUnits];

/** A text of this length. */
export function full(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Processor time of a task in milliseconds. */
export async function processorMs(task: () => unknown): Promise<number> {
  const before = cpuUsage();
  await task();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000;
}

/** Shorter work is not compared: it tells nothing about its growth. */
const floorMs = 12;
/** The most growth from a quarter of a length: 4 if the work is linear, 16 if it is quadratic. */
const growthMax = 9;
/** The most work of the longest text, so that no factor of a linear growth is huge. */
const longestMsMax = 5_000;

/**
 * Checks that the work of texts of up to a length is linear, or nearly so. Short texts are measured at their longest first;
 * long ones from a sixteenth on, so that work without bounds ends the test soon.
 */
export async function expectLinearWork(
  about: string,
  longest: number,
  workOf: (length: number) => Promise<number>,
): Promise<void> {
  const isShort = longest <= 20_000;
  if (isShort && ((await workOf(longest)) < floorMs || (await workOf(longest)) < floorMs)) return;
  let before = Number.POSITIVE_INFINITY;
  for (const length of [longest / 16, longest / 4, longest].map(Math.floor)) {
    const first = await workOf(length);
    const work =
      first < floorMs || first > longestMsMax
        ? first
        : Math.min(first, await workOf(length), await workOf(length));
    const growth = work < floorMs ? 0 : work / Math.max(before, floorMs / 4);
    const isLinear = growth < growthMax && work < longestMsMax;
    expect({ about, length, work, growth, isLinear }).toMatchObject({ isLinear: true });
    before = work;
  }
}
