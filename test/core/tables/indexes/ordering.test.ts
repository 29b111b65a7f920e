// The ordered index against a sorted array, through forks of forks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../../../core/tables/sets/bitmap.ts';
import { Ordering, type KeyRange, type SortKey } from '../../../../core/tables/indexes/ordering.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';

type Keys = Map<number, SortKey>;
type OrderingPair = Pair<Ordering, { readonly keys: Keys }>;

interface Command {
  readonly from: number;
  readonly count: number;
  readonly first: number | undefined;
  readonly second: number | undefined;
  /** The number of different first sort numbers over which they are spread. */
  readonly spread: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  from: fc.nat(1_500),
  count: fc.oneof(fc.nat(3), fc.nat(700)),
  first: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined, freq: 4 }),
  second: fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined }),
  spread: fc.constantFrom(1, 1, 3, 1_000),
});

const newPair = (): OrderingPair => ({ subject: new Ordering(), model: { keys: new Map() } });

function run({ subject, model: { keys } }: OrderingPair, does: Command): void {
  const { from, count, first, second, spread } = does;
  for (let rowId = from; rowId < from + count; rowId += 1) {
    const key: SortKey | undefined =
      first === undefined
        ? undefined
        : second === undefined
          ? [first + ((rowId * 7) % spread)]
          : [first + ((rowId * 7) % spread), second];
    subject.put(rowId, key);
    if (key === undefined) keys.delete(rowId);
    else keys.set(rowId, key);
  }
}

function sorted(keys: Keys): number[] {
  const byKey = ([left, [a, b = 0]]: [number, SortKey], [right, [c, d = 0]]: [number, SortKey]) =>
    a - c || b - d || left - right;
  return [...keys].sort(byKey).map(([rowId]) => rowId);
}

const whole = (ordering: Ordering) => ({ first: 0, end: ordering.size });
const everything = { direction: 'ascending', offset: 0, limit: Infinity } as const;

function check({ subject, model: { keys } }: OrderingPair): void {
  expect(subject.size).toBe(keys.size);
  if (keys.size === 0) return;
  const [held, expected] = [subject.slice(whole(subject), everything), sorted(keys)];
  if (held.join() !== expected.join()) expect(held).toEqual(expected);
}

const fork = ({ subject, model }: OrderingPair): OrderingPair => ({
  subject: subject.fork(),
  model: { keys: new Map(model.keys) },
});

const bound = fc.option(fc.integer({ min: -6, max: 1_100 }), { nil: undefined });
const small = fc.option(fc.integer({ min: -6, max: 8 }), { nil: undefined });
const ranges: fc.Arbitrary<KeyRange> = fc.record(
  { from: small, above: small, upTo: bound, below: bound },
  { requiredKeys: [] },
);

const isIn = ({ from, above, upTo, below }: KeyRange, [first]: SortKey) =>
  (from === undefined || first >= from) &&
  (above === undefined || first > above) &&
  (upTo === undefined || first <= upTo) &&
  (below === undefined || first < below);

function filled(commands: readonly Command[]): OrderingPair {
  const pair = newPair();
  for (const each of commands) run(pair, each);
  return pair;
}

describe('Ordering', () => {
  it('has the order of a sorted array, and so has each of its forks', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 20), (steps) => {
        runForked(newPair(), steps, { fork, run, check });
      }),
      runs(60),
    );
  });

  it('returns the positions of a range, its members, and any page of it from either end', () => {
    const commands = fc.array(command, { maxLength: 6 });
    const page = fc.record({
      direction: fc.constantFrom('ascending', 'descending'),
      offset: fc.nat(1_000),
      limit: fc.integer({ min: 1, max: 50 }),
    });
    const seen = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(commands, ranges, page, seen, (does, range, asked, divisor) => {
        const { subject, model } = filled(does);
        const members = sorted(model.keys).filter((each) => isIn(range, model.keys.get(each)!));
        const span = subject.span(range);
        expect(span.end - span.first).toBe(members.length);
        expect(subject.slice(span, everything).join()).toBe(members.join());
        const bitmap = new Bitmap(2_300);
        subject.addTo(bitmap, span);
        expect(bitmap.rowIds()).toEqual([...members].sort((left, right) => left - right));
        const isWithin = subject.isWithin(range);
        for (let each = 0; each < 2_300; each += 1) expect(isWithin(each)).toBe(bitmap.has(each));

        const { direction, offset, limit } = asked;
        const inDirection = direction === 'ascending' ? members : members.toReversed();
        if (offset < members.length) {
          expect(subject.slice(span, asked)).toEqual(inDirection.slice(offset, offset + limit));
        }
        bitmap.retain((each) => each % divisor === 0);
        const some = inDirection.filter((each) => each % divisor === 0);
        if (offset < some.length) {
          const found = subject.pageOf(bitmap, some.length, span, asked);
          expect(found).toEqual(some.slice(offset, offset + limit));
        }
      }),
      runs(80),
    );
  });

  it('walks in either direction over many chunks', () => {
    const { subject } = filled([{ from: 0, count: 5_000, first: 1, second: undefined, spread: 1 }]);
    const ascending = subject.slice(whole(subject), everything);
    const descending = subject.slice(whole(subject), { ...everything, direction: 'descending' });
    expect(descending).toEqual(ascending.toReversed());
  });

  it.each([0, 10, 4_980])('reads a page at offset %i from the nearer end', (offset) => {
    const { subject } = filled([{ from: 0, count: 5_000, first: 1, second: undefined, spread: 1 }]);
    let seen = 0;
    const set = { has: () => (seen += 1) > 0 } as unknown as Bitmap;
    const page = { direction: 'ascending', offset, limit: 10 } as const;
    expect(subject.pageOf(set, 5_000, whole(subject), page)).toHaveLength(10);
    expect(seen).toBeLessThanOrEqual(30);
  });

  it('compares two row ids', () => {
    const ordering = new Ordering();
    ordering.put(0, [5, 2]);
    ordering.put(1, [5, 1]);
    ordering.put(2, [4, 9]);
    ordering.put(3, [5, 1]);
    const before = [2, 1, 3, 0];
    for (const [at, left] of before.entries()) {
      for (const [place, right] of before.entries()) {
        expect(ordering.isBefore(left, right)).toBe(at < place);
      }
    }
  });
});
