// The set of row ids against a sorted array, through copies of copies.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../../../core/tables/sets/bitmap.ts';
import { nextGeneration } from '../../../../core/tables/generation.ts';
import { RowIdSet, scanCommon } from '../../../../core/tables/sets/row-id-set.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';

/** A set and the generation that writes it. */
interface Subject {
  set: RowIdSet;
  generation: number;
}

type SetPair = Pair<Subject, { rowIds: number[] }>;

interface Command {
  readonly does: 'add' | 'delete';
  readonly from: number;
  readonly count: number;
  readonly step: number;
  readonly backwards: boolean;
}

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('add', 'add', 'delete'),
  from: fc.oneof(fc.nat(1_500), fc.nat(40_000), fc.constantFrom(8_190, 8_192, 16_383)),
  count: fc.oneof(fc.nat(3), fc.nat(400)),
  step: fc.constantFrom(1, 1, 2, 3, 31, 150, 8_192), // so that blocks are dense, sparse, or empty
  backwards: fc.boolean(),
});

/** Greater than all row ids of commands. */
const placesMax = 4_000_000;

function newPair(): SetPair {
  const generation = nextGeneration();
  return {
    subject: { set: RowIdSet.of(generation, 3, 7), generation },
    model: { rowIds: [3, 7] },
  };
}

function run({ subject, model }: SetPair, { does, from, count, step, backwards }: Command): void {
  subject.set = subject.set.writableBy(subject.generation);
  const places = Array.from({ length: count }, (_, index) => from + index * step);
  if (backwards) places.reverse();
  const has = new Set(model.rowIds);
  for (const rowId of places) {
    if (does === 'delete') subject.set.delete(rowId);
    else if (!has.has(rowId)) subject.set.add(rowId);
    if (does === 'delete') has.delete(rowId);
    else has.add(rowId);
  }
  model.rowIds = [...has].sort((left, right) => left - right);
}

const placeBound = fc.oneof(
  fc.integer({ min: -2, max: 3_000 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(8_191, 8_192, 8_193, placesMax),
);

function scanned(set: RowIdSet, order: 'ascending' | 'descending', first: number, end: number) {
  const found: number[] = [];
  set.scan(order, first, end, (rowId) => found.push(rowId) > 0);
  return found;
}

function check({ subject: { set }, model: { rowIds } }: SetPair): void {
  if (set.size !== rowIds.length) expect(set.size).toBe(rowIds.length);
  expect(set.first).toBe(rowIds[0] ?? -1);
  const found = scanned(set, 'ascending', 0, placesMax);
  if (found.join() !== rowIds.join()) expect(found).toEqual(rowIds);
  const bitmap = new Bitmap(placesMax);
  set.addTo(bitmap);
  const marked = bitmap.rowIds();
  if (marked.join() !== rowIds.join()) expect(marked).toEqual(rowIds);
  for (const place of [0, 3, ...rowIds.slice(0, 50), ...rowIds.slice(-50), placesMax]) {
    for (const each of [place - 1, place, place + 1]) {
      if (set.has(each) !== bitmap.has(each)) expect(set.has(each)).toBe(bitmap.has(each));
    }
  }
}

const fork = ({ subject, model }: SetPair): SetPair => {
  const { set } = subject;
  subject.generation = nextGeneration(); // as a table does: neither may write the pages that both share now
  return { subject: { set, generation: nextGeneration() }, model: { ...model } };
};

describe('RowIdSet', () => {
  it('has the row ids of a sorted array, and so has each copy, while any of them is written', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 25), (steps) => {
        runForked(newPair(), steps, { fork, run, check });
      }),
      runs(60),
    );
  });

  it('scans any range in either order', () => {
    const bound = placeBound;
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 12 }),
        fc.array(fc.tuple(bound, bound), { maxLength: 10 }),
        (commands, ranges) => {
          const pair = newPair();
          for (const each of commands) run(pair, each);
          const { subject, model } = pair;
          for (const [first, end] of ranges) {
            const expected = model.rowIds.filter((place) => place >= first && place < end);
            expect(scanned(subject.set, 'ascending', first, end)).toEqual(expected);
            expect(scanned(subject.set, 'descending', first, end)).toEqual(expected.reverse());
          }
        },
      ),
      runs(60),
    );
  });

  it.each(['ascending', 'descending'] as const)('stops an %s scan on request', (order) => {
    const set = RowIdSet.of(nextGeneration(), ...Array.from({ length: 200 }, (_, index) => index));
    const found: number[] = [];
    set.scan(order, 0, 200, (rowId) => found.push(rowId) < 5);
    expect(found).toEqual(order === 'ascending' ? [0, 1, 2, 3, 4] : [199, 198, 197, 196, 195]);
  });

  it('can be filled again after it was emptied', () => {
    const pair = newPair();
    run(pair, { does: 'add', from: 0, count: 600, step: 1, backwards: false });
    run(pair, { does: 'delete', from: 0, count: 600, step: 1, backwards: true });
    check(pair);
    expect(pair.subject.set.size).toBe(0);
    run(pair, { does: 'add', from: 5, count: 1, step: 1, backwards: false });
    check(pair);
  });

  it('is writable by its own generation, and copied for every other', () => {
    const generation = nextGeneration();
    const set = RowIdSet.of(generation, 1, 2);
    expect(set.writableBy(generation)).toBe(set);
    const copy = set.writableBy(nextGeneration());
    copy.add(3);
    copy.delete(1);
    expect(scanned(set, 'ascending', 0, 9)).toEqual([1, 2]);
    expect(scanned(copy, 'ascending', 0, 9)).toEqual([2, 3]);
  });

  it('ignores the deletion of a row id that it does not have', () => {
    const set = RowIdSet.of(nextGeneration(), 1, 5);
    for (const rowId of [0, 3, 9]) set.delete(rowId);
    expect([set.size, set.first, ...scanned(set, 'ascending', 0, 9)]).toEqual([2, 1, 1, 5]);
  });
});

describe('the intersection of sets', () => {
  const set = fc.array(command, { maxLength: 4 }).map((commands) => {
    const pair = newPair();
    for (const each of commands) run(pair, each);
    return pair;
  });

  it('is scanned in any range and either order, until the visitor stops it', () => {
    const bound = placeBound;
    fc.assert(
      fc.property(
        fc.array(set, { minLength: 1, maxLength: 3 }),
        bound,
        bound,
        fc.nat(50),
        (pairs, first, end, most) => {
          const [one, ...others] = pairs.map(({ model }) => model.rowIds);
          const common = (one ?? []).filter((each) =>
            others.every((other) => other.includes(each)),
          );
          const expected = common.filter((each) => each >= first && each < end);
          for (const order of ['ascending', 'descending'] as const) {
            const found: number[] = [];
            const sets = pairs.map(({ subject }) => subject.set);
            scanCommon(sets, order, first, end, (each) => found.push(each) <= most);
            expect(found).toEqual(expected.slice(0, most + 1));
            expected.reverse();
          }
        },
      ),
      runs(200),
    );
  });

  /** The intersection of two sets, and the blocks of the first that the scan reads. */
  function scanned(left: readonly number[], right: readonly number[]) {
    const generation = nextGeneration();
    const set = RowIdSet.of(generation, ...left);
    const blocks: number[] = [];
    const intersectBlock = set.intersectBlock.bind(set);
    set.intersectBlock = (block, bits, room) => {
      blocks.push(block);
      return intersectBlock(block, bits, room);
    };
    const found: number[] = [];
    const sets = [set, RowIdSet.of(generation, ...right)];
    scanCommon(sets, 'ascending', 0, placesMax, (each) => found.push(each) > 0);
    return { found, blocks };
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('skips the gaps of either set', () => {
    const many = upTo(100_000);
    const left = [...many.slice(0, 40_960), 200_000];
    const right = [...many.slice(40_960), 200_000];
    expect(scanned(left, right)).toEqual({ found: [200_000], blocks: [24] });
  });

  it('reads each block once if members alternate', () => {
    const many = upTo(40_960);
    const left = many.filter((each) => each % 2 === 0);
    const right = many.filter((each) => each % 2 === 1);
    expect(scanned(left, right)).toEqual({ found: [], blocks: [0, 1, 2, 3, 4] });
  });
});

describe('put', () => {
  it('adds new row ids and ignores known ones, in lists and in bits, in any order', () => {
    const rowId = fc.oneof(fc.nat(700), fc.integer({ min: 8_000, max: 9_000 }));
    fc.assert(
      fc.property(fc.nat(600), fc.array(rowId, { maxLength: 60 }), (count, some) => {
        const set = RowIdSet.of(nextGeneration());
        const model = new Set<number>();
        for (const each of [...Array(count).keys(), ...some, ...some.slice(0, 9)]) {
          set.put(each);
          set.put(each);
          model.add(each);
        }
        const found: number[] = [];
        set.scan('ascending', 0, 10_000, (each) => found.push(each) > 0);
        expect(found).toEqual([...model].sort((one, other) => one - other));
        expect(set.size).toBe(model.size);
      }),
    );
  });
});
