// The index of a table against a map of sorted lists, through forks of forks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import { KeyIndex } from '../../../../core/tables/indexes/key-index.ts';
import { hashOf } from '../../../../core/tables/text-hash.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';

/** An index with the keys of its rows. */
interface Subject {
  readonly index: KeyIndex;
  readonly keys: Map<number, string>;
}

type IndexPair = Pair<Subject, { readonly byKey: Map<string, readonly number[]> }>;

/** Assigns `count` row ids to keys, or removes them. */
interface Command {
  readonly from: number;
  readonly count: number;
  readonly key: number | undefined;
  /** The number of keys over which they are spread. */
  readonly spread: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  from: fc.nat(1_500),
  count: fc.oneof(fc.nat(12), fc.nat(300)),
  key: fc.option(fc.nat(20), { nil: undefined, freq: 4 }),
  spread: fc.constantFrom(1, 1, 3, 1_000),
});

function indexOf(keys: Map<number, string>): Subject {
  return { index: new KeyIndex((rowId, key) => keys.get(rowId) === key), keys };
}

function newPair(): IndexPair {
  return { subject: indexOf(new Map()), model: { byKey: new Map() } };
}

function run({ subject, model }: IndexPair, { from, count, key, spread }: Command): void {
  const { index, keys } = subject;
  for (let rowId = from; rowId < from + count; rowId += 1) {
    const former = keys.get(rowId);
    if (former !== undefined) {
      index.delete(former, rowId);
      keys.delete(rowId);
      const left = (model.byKey.get(former) ?? []).filter((each) => each !== rowId);
      if (left.length === 0) model.byKey.delete(former);
      else model.byKey.set(former, left);
    }
    if (key === undefined) continue;
    const next = `key ${key + (rowId % spread)}`;
    if (model.byKey.has(next)) index.add(next, rowId);
    else index.addFirst(next, rowId);
    keys.set(rowId, next);
    const sorted = [...(model.byKey.get(next) ?? []), rowId].sort((left, right) => left - right);
    model.byKey.set(next, sorted);
  }
}

const allOf = ({ index }: Subject, key: string) => allIn(index, key);

function allIn(index: KeyIndex, key: string): readonly number[] {
  const found: number[] = [];
  index.all(key)?.scan('ascending', 0, 10_000, (rowId) => found.push(rowId) > 0);
  return found;
}

function check({ subject, model: { byKey } }: IndexPair): void {
  expect(subject.index.size).toBe(subject.keys.size);
  for (const [key, rowIds] of byKey) {
    const found = allOf(subject, key);
    if (found.join() !== rowIds.join()) expect(found).toEqual(rowIds);
    const one = subject.index.one(key) ?? -1;
    if (!rowIds.includes(one)) expect(rowIds).toContain(one);
  }
  for (const key of ['', 'key', 'key 2000']) {
    expect([subject.index.one(key), subject.index.all(key)]).toEqual([undefined, undefined]);
  }
}

const fork = ({ subject, model }: IndexPair): IndexPair => {
  const keys = new Map(subject.keys);
  const index = subject.index.fork((rowId, key) => keys.get(rowId) === key);
  return { subject: { index, keys }, model: { byKey: new Map(model.byKey) } };
};

describe('the index of a table', () => {
  it('lists the row ids of a map of sorted lists, and so does each of its forks', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 15), (steps) => {
        runForked(newPair(), steps, { fork, run, check });
      }),
      runs(60),
    );
  });

  it.each([0, 1, 100, 5_000])('is filled alike with room for %i', (room) => {
    const pair = newPair();
    pair.subject.index.reserve(room);
    run(pair, { from: 0, count: 1_000, key: 0, spread: 1_000 });
    run(pair, { from: 500, count: 1_000, key: 7, spread: 3 });
    check(pair);
  });

  it('refuses to reserve when it is not empty, and to delete an unlisted row id', () => {
    const { index } = indexOf(new Map([[3, 'a']]));
    index.add('a', 3);
    expect(() => index.reserve(10)).toThrow(InvariantError);
    expect(() => index.delete('b', 3)).toThrow(InvariantError);
    expect(() => index.delete('a', 4)).toThrow(InvariantError);
    expect(index.one('a')).toBe(3);
  });

  it('distinguishes keys of one hash, even if rows have several of them', () => {
    const [one, other] = ['35618', '60239'];
    expect(hashOf(one)).toBe(hashOf(other));
    const keys = [one, other, 'third'];
    const step = fc.tuple(fc.nat(13), fc.constantFrom(...keys));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (toggles) => {
        const rows = keys.map(() => new Set<number>());
        const rowsOf = (key: string) => rows[keys.indexOf(key)] ?? new Set();
        const index = new KeyIndex((rowId, key) => rowsOf(key).has(rowId));
        for (const [rowId, key] of toggles) {
          if (rowsOf(key).has(rowId)) {
            index.delete(key, rowId);
            rowsOf(key).delete(rowId);
          } else {
            rowsOf(key).add(rowId);
            index.add(key, rowId);
          }
          expect(index.size).toBe(rows.reduce((sum, { size }) => sum + size, 0));
          for (const each of keys) {
            const expected = [...rowsOf(each)].sort((left, right) => left - right);
            expect(allIn(index, each)).toEqual(expected);
          }
        }
      }),
      runs(100),
    );
  });
});
