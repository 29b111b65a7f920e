// The hash table against a Map, through forks of forks, and restored from its pages.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextGeneration } from '../../../core/tables/generation.ts';
import { HashTable } from '../../../core/tables/hash-table.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../support/collections/forks.ts';

interface Entry {
  readonly key: string;
  readonly value: number;
}

const newTable = () => new HashTable<Entry>(({ key }) => key);

interface Command {
  readonly does: 'set' | 'delete';
  /** Keys are numbered; the command applies to `count` keys from this one on. */
  readonly from: number;
  readonly count: number;
}

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('set', 'set', 'delete'),
  from: fc.nat(200),
  count: fc.oneof(fc.constant(1), fc.nat(60)),
});
const commands = fc.array(command, { maxLength: 25 });

const keyOf = (number: number) => `key ${number}`;

type TablePair = Pair<HashTable<Entry>, Map<string, Entry>>;

let values = 0;

function run({ subject, model }: TablePair, { does, from, count }: Command): void {
  for (let number = from; number < from + count; number += 1) {
    const key = keyOf(number);
    const former = model.get(key);
    if (does === 'set') {
      const entry = { key, value: (values += 1) };
      expect(subject.set(key, entry)).toBe(former);
      model.set(key, entry);
    } else {
      expect(subject.delete(key)).toBe(former);
      model.delete(key);
    }
  }
}

const sorted = (entries: Iterable<Entry>) =>
  [...entries].map(({ key, value }) => `${key}=${value}`).sort();

function check({ subject, model }: TablePair): void {
  if (subject.size !== model.size) expect(subject.size).toBe(model.size);
  for (let number = 0; number < 262; number += 1) {
    const [found, expected] = [subject.get(keyOf(number)), model.get(keyOf(number))];
    if (found !== expected) expect({ number, found }).toEqual({ number, found: expected });
  }
}

function filled(sequence: readonly Command[]): TablePair {
  const pair: TablePair = { subject: newTable(), model: new Map() };
  for (const each of sequence) run(pair, each);
  return pair;
}

function pagesOf<V>(table: HashTable<V>, since = 0): readonly (readonly V[] | undefined)[] {
  return Array.from({ length: table.pageCount }, (_, page) => {
    const found = table.pageSince(page, since);
    return found === undefined ? undefined : [...found];
  });
}

function restored(table: HashTable<Entry>): HashTable<Entry> {
  const copy = newTable();
  const { pageCount } = table;
  for (const [page, held] of pagesOf(table).entries()) {
    copy.restorePage(page, pageCount, held ?? []);
  }
  return copy;
}

describe('HashTable', () => {
  it('has the values of a Map, and so has each of its forks, while any of them is written', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 40), (steps) => {
        const pair: TablePair = { subject: newTable(), model: new Map() };
        runForked(pair, steps, {
          fork: ({ subject, model }) => ({ subject: subject.fork(), model: new Map(model) }),
          run,
          check,
        });
        expect(sorted(pair.subject.values())).toEqual(sorted(pair.model.values()));
      }),
      runs(60),
    );
  });

  it('finds thousands of keys, grown one page at a time', () => {
    const table = newTable();
    let pages = 0;
    for (let number = 0; number < 20_000; number += 1) {
      table.set(keyOf(number), { key: keyOf(number), value: number });
      expect(table.pageCount - pages).toBeLessThanOrEqual(1);
      pages = table.pageCount;
    }
    for (let number = 0; number < 20_000; number += 1) {
      expect(table.get(keyOf(number))?.value).toBe(number);
    }
    expect(table.get('key 20000')).toBeUndefined();
    const lengths = pagesOf(table).map((page) => page?.length ?? 0);
    expect(Math.max(...lengths)).toBeLessThan(100);
  });

  it('distinguishes similar keys, the empty one, and lone surrogates', () => {
    const keys = ['', ' ', '\u0000', 'a', 'A', '\ud83d', '\ude00', '\u{1F600}', '__proto__'];
    const table = new HashTable<string>((key) => key);
    for (const key of keys) table.set(key, key);
    expect(table.size).toBe(keys.length);
    for (const key of keys) expect(table.delete(key)).toBe(key);
    expect(table.size).toBe(0);
  });
});

describe('the pages of a hash table', () => {
  it('are returned by pageSince exactly if they were written since that generation', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const { subject: table } = filled(before);
        const generation = nextGeneration();
        const frozen = table.fork();
        const written = new Set<number>();
        const pageWith = (key: string) =>
          pagesOf(table).findIndex((page) => page?.some((entry) => entry.key === key) === true);
        for (const { does, from, count } of after) {
          for (let number = from; number < from + count; number += 1) {
            const key = keyOf(number);
            const { pageCount } = table;
            if (does === 'delete') {
              written.add(pageWith(key));
              table.delete(key);
              continue;
            }
            table.set(key, { key, value: number });
            written.add(pageWith(key));
            if (table.pageCount === pageCount || pageCount === 0) continue;
            written.add(pageCount); // the added page, and the page that was split
            written.add(pageCount - 2 ** (31 - Math.clz32(pageCount)));
          }
        }
        written.delete(-1);
        const given = pagesOf(table, generation).flatMap((page, index) =>
          page === undefined ? [] : [index],
        );
        expect(given).toEqual([...written].sort((left, right) => left - right));
        const ofFrozen = pagesOf(frozen, generation);
        expect(ofFrozen).toEqual(ofFrozen.map(() => undefined));
      }),
      runs(60),
    );
  });

  it('restore an equal table, which stays equal to the letter', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const { subject: table, model } = filled(before);
        const copy = restored(table);
        check({ subject: copy, model });
        expect(pagesOf(copy)).toEqual(pagesOf(table));
        for (const { does, from, count } of after) {
          for (let number = from; number < from + count; number += 1) {
            const key = keyOf(number);
            const entry = { key, value: number };
            if (does === 'set') expect(copy.set(key, entry)).toEqual(table.set(key, entry));
            else expect(copy.delete(key)).toEqual(table.delete(key));
          }
        }
        expect(pagesOf(copy)).toEqual(pagesOf(table));
      }),
      runs(60),
    );
  });

  it('are refused if a value belongs to another page', () => {
    const { subject: table } = filled([{ does: 'set', from: 0, count: 200 }]);
    const { pageCount } = table;
    expect(pageCount).toBeGreaterThan(8);
    const pages = pagesOf(table).map((page) => page ?? []);
    for (let page = 1; page < pageCount; page += 1) {
      const copy = newTable();
      const refuse = () => {
        for (let place = 0; place < pageCount; place += 1) {
          const from = place === page ? page - 1 : place === page - 1 ? page : place;
          copy.restorePage(place, pageCount, pages[from] ?? []);
        }
      };
      expect(refuse).toThrow(InvariantError);
    }
  });

  it('are refused out of order, and for another page count', () => {
    const { subject: table } = filled([{ does: 'set', from: 0, count: 200 }]);
    const [first = [], second = []] = pagesOf(table);
    expect(() => newTable().restorePage(1, table.pageCount, second)).toThrow(InvariantError);
    const copy = newTable();
    copy.restorePage(0, table.pageCount, first);
    expect(() => copy.restorePage(0, table.pageCount, first)).toThrow(InvariantError);
    expect(() => newTable().restorePage(0, table.pageCount * 2, first)).toThrow(InvariantError);
  });

  it('do not exist above the page count', () => {
    expect(() => newTable().pageSince(0, 0)).toThrow(InvariantError);
  });
});
