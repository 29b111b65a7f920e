// Dates in words and figures, compared with PHP's strtotime: thousands of random texts, times and zones.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatSeconds, isInBounds } from '../../core/calendar/dates/civil.ts';
import { parseDate } from '../../core/calendar/dates/strtotime.ts';
import { zoneNamed } from '../../core/calendar/dates/zones.ts';
import { dateFragments, dateText } from '../support/arbitraries/date-texts.ts';
import { queryOracle, hasOracle, needsOracle } from './oracle.ts';
import { aroundChanges, now, type DateQuestion } from './questions.ts';
import { type ComparedZone, comparedZones } from './zone-data.ts';

const runs = Number(process.env['FC_RUNS'] ?? 8000);
const seed = Number(process.env['FC_SEED'] ?? 6);

type Answer = readonly [utcSeconds: number, offsetSeconds: number | null] | null;

describe.runIf(needsOracle)('dates in words, compared with PHP', () => {
  let equal: ComparedZone[];
  let zone: fc.Arbitrary<string>;

  beforeAll(() => {
    expect({ hasOracle, 'install the package': 'php-cli' }).toMatchObject({ hasOracle: true });
    equal = comparedZones().zones.filter(({ differs }) => differs.length === 0);
    zone = fc.constantFrom(...equal.map(({ name }) => name));
  });

  it('agrees on plausible dates', () => {
    const { wrong, dates } = compare(fc.record({ text: dateText, now, zone }));
    expect(dates).toBeGreaterThan(runs * 0.7);
    expect(wrong.slice(0, 40)).toEqual([]);
  });

  it('agrees on texts that are no dates, and on odd texts that are', () => {
    const { wrong, dates } = compare(fc.record({ text: dateFragments, now, zone }));
    expect(dates).toBeGreaterThan(runs * 0.05);
    expect(dates).toBeLessThan(runs * 0.7);
    expect(wrong.slice(0, 40)).toEqual([]);
  });

  it('agrees around changes of clocks, in the given zone and in one that the text names', () => {
    const { wrong, dates } = compare(aroundChanges(equal, zone));
    expect(dates).toBeGreaterThan(runs * 0.7);
    expect(wrong.slice(0, 40)).toEqual([]);
  });
});

/** The texts with different results, and the number of dates. */
function compare(question: fc.Arbitrary<DateQuestion>) {
  const asked = fc.sample(question, { numRuns: runs, seed });
  const answers = queryOracle(asked.map((one) => ({ ask: 'parse', ...one }))) as Answer[];
  const wrong = asked.flatMap((one, index) => {
    const theirs = expected(one, answers[index]!);
    const ours = given(one);
    return ours === theirs ? [] : [{ ...one, now: formatSeconds(one.now), ours, theirs }];
  });
  return { wrong, dates: answers.filter((answer) => answer !== null).length };
}

function given({ text, now: nowSeconds, zone }: DateQuestion): string {
  const parsed = parseDate(text, { nowSeconds, zone: zoneNamed(zone)! });
  if (parsed === undefined) return 'no date';
  return shown(parsed.utcSeconds, parsed.wallSeconds, parsed.offsetSeconds ?? null);
}

/** The result of PHP, within the bounds of the service. */
function expected({ zone }: DateQuestion, answer: Answer): string {
  if (answer === null) return 'no date';
  const [utcSeconds, offsetSeconds] = answer;
  const wallSeconds =
    offsetSeconds === null ? zoneNamed(zone)!.wallOf(utcSeconds) : utcSeconds + offsetSeconds;
  if (!isInBounds(utcSeconds) || !isInBounds(wallSeconds)) return 'no date';
  return shown(utcSeconds, wallSeconds, offsetSeconds);
}

function shown(utcSeconds: number, wallSeconds: number, offsetSeconds: number | null): string {
  return `${formatSeconds(wallSeconds)}, UTC ${formatSeconds(utcSeconds)}, own offset ${offsetSeconds}`;
}
