// Finds differences between the zone data of the oracle and ours, which seldom have the same edition, by comparing all changes
// of clocks. Any other difference is one of arithmetic.

import momentTimezone from 'moment-timezone';
import { wallSecondsMin } from '../../core/calendar/dates/civil.ts';
import { zoneNamed } from '../../core/calendar/dates/zones.ts';
import { queryOracle } from './oracle.ts';

/** The period in which changes are listed and compared. Later changes follow the last rules. */
const comparedFrom = wallSecondsMin;
export const comparedTo = Date.UTC(2100, 0, 1) / 1000;

/** A period in which the data differ, or that cannot be compared. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface ComparedZone {
  readonly name: string;
  /** Each instant at which either data set changes the clocks. */
  readonly changes: readonly number[];
  readonly differs: readonly Stretch[];
  /**
   * Changes that set clocks back into an hour with the summer time flag (the end of double summer time, or negative winter
   * time). If a text names the zone, PHP resolves the repeated hour by that flag, which our data do not contain.
   */
  readonly backIntoSummer: ReadonlySet<number>;
}

type Change = readonly [
  instant: number,
  offsetSeconds: number,
  abbreviation: string,
  isSummer: boolean,
];

/** All zones that both know, and the names that only one knows. */
export function comparedZones(): {
  zones: ComparedZone[];
  onlyTheirs: string[];
  onlyOurs: string[];
} {
  const [theirs] = queryOracle([{ ask: 'names' }]) as [string[]];
  const ours = new Set(momentTimezone.tz.names());
  const names = theirs.filter((name) => ours.has(name));
  const lists = queryOracle(
    names.map((zone) => ({ ask: 'transitions', zone, from: comparedFrom, to: comparedTo })),
  ) as Change[][];
  return {
    zones: names.map((name, index) => compared(name, lists[index]!)),
    onlyTheirs: theirs.filter((name) => !ours.has(name)),
    onlyOurs: [...ours].filter((name) => !theirs.includes(name)),
  };
}

function compared(name: string, theirs: readonly Change[]): ComparedZone {
  const zone = zoneNamed(name)!;
  const ours = momentTimezone.tz.zone(name)!.untils.map((ms) => Math.round(ms / 1000));
  const changes = [
    ...new Set([
      ...theirs.map(([instant]) => instant),
      ...ours.filter((instant) => instant >= comparedFrom && instant < comparedTo),
    ]),
  ].sort((a, b) => a - b);
  const differs = changes.flatMap((from, index): Stretch[] => {
    const [, offsetSeconds, abbreviation] = theirs.findLast(([instant]) => instant <= from)!;
    const own = zone.offsetAt(from);
    if (own.offsetSeconds === offsetSeconds && own.abbreviation === abbreviation) return [];
    return [{ from, to: changes[index + 1] ?? Infinity }];
  });
  const backIntoSummer = theirs.filter(
    ([, offsetSeconds, , isSummer], index) =>
      isSummer && index > 0 && offsetSeconds < theirs[index - 1]![1],
  );
  return { name, changes, differs, backIntoSummer: new Set(backIntoSummer.map(([at]) => at)) };
}

const marginSeconds = 3 * 86_400; // more than any offset, and than the range of any test

/** Whether the data agree at an instant and around it. */
export function agreeAround({ differs }: ComparedZone, instant: number): boolean {
  return !differs.some(
    ({ from, to }) => instant >= from - marginSeconds && instant <= to + marginSeconds,
  );
}

const rulesFrom = comparedTo - 10 * 366 * 86_400; // by then every zone only follows its last rule

/** Whether both data sets have the same rules after the compared period. */
export function agreeForGood({ differs }: ComparedZone): boolean {
  return differs.every(({ to }) => to < rulesFrom);
}

/** The wall clocks right before, in and after the gap or overlap of each change. */
export function wallClocksAround({ name }: ComparedZone, changes: readonly number[]): number[] {
  const { offsetAt } = zoneNamed(name)!;
  return changes.flatMap((change) => {
    const before = change + offsetAt(change - 1).offsetSeconds;
    const after = change + offsetAt(change).offsetSeconds;
    const middle = Math.floor((before + after) / 2);
    return [before - 1, before, before + 1, middle, after - 1, after, after + 1, after + 5400];
  });
}
