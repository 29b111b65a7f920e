// Tables that are forked at any moment, and restored from their pages, in both layouts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextGeneration } from '../../../core/tables/generation.ts';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import { columnLayout } from '../../../core/tables/rows/columns.ts';
import { ObjectPage, recordsPerPage, type Layout } from '../../../core/tables/rows/pages.ts';
import type { ListQuery } from '../../../core/tables/table-contract.ts';
import { createTable, type Table } from '../../../core/tables/table.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../support/collections/forks.ts';
import {
  owners,
  parcelData,
  parcelId,
  parcelLayout,
  type Parcel,
  parcelColumns,
} from '../../support/collections/column-records.ts';

type Index = 'owner' | 'size' | 'note';
type Parcels = Table<Parcel, Index>;
type Rows = (Parcel | undefined)[];
type TablePair = Pair<Parcels, { rows: Rows; readonly rowIds: Map<string, number> }>;

const keys = {
  owner: ({ owner }: Parcel) => owner,
  size: ({ size }: Parcel) => size,
  note: ({ note }: Parcel) => note,
};

const indices: readonly Index[] = ['owner', 'size', 'note'];

interface Command {
  readonly does: 'put' | 'remove';
  readonly from: number;
  readonly count: number;
  readonly data: Omit<Parcel, 'id'>;
}

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('put', 'put', 'remove'),
  from: fc.nat(150),
  count: fc.oneof(fc.nat(3), fc.nat(80)),
  data: parcelData,
});
const commands = fc.array(command, { maxLength: 12 });

function run({ subject, model }: TablePair, { does, from, count, data }: Command): void {
  for (let number = from; number < from + count; number += 1) {
    const id = parcelId(number);
    const rowId = model.rowIds.get(id);
    if (does === 'put') {
      const record = { id, ...data };
      subject.put(record);
      if (rowId === undefined) model.rowIds.set(id, model.rows.push(record) - 1);
      else model.rows[rowId] = record;
    } else if (rowId !== undefined) {
      subject.remove(id);
      model.rowIds.delete(id);
      model.rows[rowId] = undefined;
    }
  }
}

const textOf = (records: Iterable<Parcel | undefined>) =>
  [...records]
    .map((record) =>
      record === undefined
        ? '-'
        : [record.id, record.owner, record.size, record.weight, record.note, record.parts].join(),
    )
    .join('\n');

function check({ subject, model: { rows, rowIds } }: TablePair): void {
  const held = Array.from({ length: rows.length }, (_, rowId) => subject.at(rowId));
  if (textOf(held) !== textOf(rows)) expect(held).toEqual(rows);
  expect([subject.insertedCount, subject.size]).toEqual([rows.length, rowIds.size]);
  for (const [id, rowId] of rowIds) {
    if (subject.rowIdOf(id) !== rowId) expect(subject.rowIdOf(id)).toBe(rowId);
  }
  for (const index of indices) {
    const counts = new Map<string | undefined, number>();
    for (const row of rows) {
      const key = row === undefined ? undefined : row[index];
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const key of [...owners, 'small', 'big', '', 'fragile', '~', '~~7', 'never']) {
      const count = subject.count(index, key);
      if (count !== (counts.get(key) ?? 0)) expect(count).toBe(counts.get(key) ?? 0);
    }
  }
}

type Query = ListQuery<Parcel, Index>;

const bound = fc.option(fc.integer({ min: -2, max: 250 }), { nil: undefined });
const queries: fc.Arbitrary<readonly Query[]> = fc.array(
  fc.record({
    order: fc.constantFrom('ascending', 'descending'),
    limit: fc.oneof(fc.nat(5), fc.constant(1_000)),
    after: bound,
    before: bound,
    where: fc.constantFrom(undefined, ({ weight = 0 }: Parcel) => weight > 0),
    by: fc.record({
      owner: fc.constantFrom(...owners, 'never', undefined),
      size: fc.constantFrom('small', 'big', undefined, undefined),
      note: fc.constantFrom('', 'fragile', undefined, undefined),
    }),
  }),
  { maxLength: 6 },
);

function listed(rows: Rows, { by, where, order, after, before, limit }: Query): Parcel[] {
  const matches = rows.filter((row, rowId): row is Parcel => {
    if (row === undefined || rowId <= (after ?? -1) || rowId >= (before ?? 1e9)) return false;
    const hasKeys = indices.every((name) => by?.[name] === undefined || row[name] === by[name]);
    return hasKeys && (where === undefined || where(row));
  });
  return (order === 'ascending' ? matches : matches.reverse()).slice(0, limit);
}

function pagesOf(table: Parcels, since = 0) {
  return Array.from({ length: table.pageCount }, (_, page) => table.pageSince(page, since));
}

const layouts: readonly (readonly [string, Layout<Parcel>])[] = [
  ['objects', () => new ObjectPage<Parcel>()],
  ['columns', parcelLayout],
  ['columns that tell ids by themselves', columnLayout<Parcel>(parcelColumns, 'id')],
];

describe.each(layouts)('a table of %s', (_name, layout) => {
  const newPair = (): TablePair => ({
    subject: createTable<Parcel, Index>(({ id }) => id, keys, layout),
    model: { rows: [], rowIds: new Map() },
  });

  const fork = ({ subject, model }: TablePair): TablePair => ({
    subject: subject.fork(),
    model: { rows: [...model.rows], rowIds: new Map(model.rowIds) },
  });

  function filled(sequence: readonly Command[]): TablePair {
    const pair = newPair();
    for (const each of sequence) run(pair, each);
    return pair;
  }

  function restored(table: Parcels): Parcels {
    const copy = table.emptyCopy();
    for (const [page, records] of pagesOf(table).entries()) {
      copy.restorePage(page, table.pageCount, records ?? []);
    }
    return copy;
  }

  it('has and lists the records of an array, and so does each of its forks', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 20), queries, (steps, asked) => {
        const pairs: TablePair[] = [newPair()];
        runForked(pairs[0] ?? newPair(), steps, {
          fork: (pair) => {
            const copy = fork(pair);
            pairs.push(copy);
            return copy;
          },
          run,
          check,
        });
        for (const { subject, model } of pairs) {
          for (const query of asked) {
            expect(subject.list(query)).toEqual(listed(model.rows, query));
          }
        }
      }),
      runs(50),
    );
  });

  it('finds the same lower bounds in its forks', () => {
    const table = newPair().subject;
    for (let number = 0; number < 300; number += 1) {
      table.insert({ id: parcelId(number), owner: '', weight: number });
    }
    const copy = table.fork();
    for (let number = 100; number < 200; number += 1) copy.remove(parcelId(number));
    const isBefore = ({ weight = 0 }: Parcel) => weight < 150;
    expect(table.lowerBound(isBefore)).toBe(150);
    expect(copy.at(copy.lowerBound(isBefore) - 1)?.weight ?? 99).toBeLessThan(150);
    expect(
      copy.list({ order: 'ascending', limit: 1, after: copy.lowerBound(isBefore) - 1 }),
    ).toEqual([table.get(parcelId(200))]);
  });

  it('is unchanged when its fork refuses a command', () => {
    const { subject } = filled([{ does: 'put', from: 0, count: 5, data: { owner: '0x' } }]);
    const copy = subject.fork();
    expect(() => copy.insert({ id: parcelId(0), owner: '' })).toThrow(InvariantError);
    expect(() => copy.remove(parcelId(99))).toThrow(InvariantError);
    expect(() => subject.replace({ id: parcelId(99), owner: '' })).toThrow(InvariantError);
    expect([subject.size, copy.size]).toEqual([5, 5]);
    expect([...copy.values()]).toEqual([...subject.values()]);
  });

  it('returns exactly the pages that were written since a generation', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const pair = filled(before);
        const generation = nextGeneration();
        const frozen = pair.subject.fork();
        const formerPages = pagesOf(frozen);
        const written = new Set<number>();
        const note = ({ from, count }: Command) => {
          for (let number = from; number < from + count; number += 1) {
            const rowId = pair.model.rowIds.get(parcelId(number));
            if (rowId !== undefined) written.add(Math.floor(rowId / recordsPerPage));
          }
        };
        for (const each of after) {
          if (each.does === 'remove') note(each);
          run(pair, each);
          if (each.does === 'put') note(each);
        }
        const given = pagesOf(pair.subject, generation).flatMap((page, index) =>
          page === undefined ? [] : [index],
        );
        expect(given).toEqual([...written].sort((left, right) => left - right));
        const rows = pair.model.rows.map((row) => row ?? null);
        expect(pagesOf(pair.subject).flatMap((page) => page ?? [])).toEqual(rows);
        expect(pagesOf(frozen)).toEqual(formerPages);
        expect(pagesOf(frozen, generation)).toEqual(formerPages.map(() => undefined));
      }),
      runs(50),
    );
  });

  it('is restored from its pages to an equal table, which stays equal', () => {
    fc.assert(
      fc.property(commands, commands, queries, (before, after, asked) => {
        const pair = filled(before);
        const copy: TablePair = {
          subject: restored(pair.subject),
          model: { rows: [...pair.model.rows], rowIds: new Map(pair.model.rowIds) },
        };
        check(copy);
        for (const each of after) {
          run(pair, each);
          run(copy, each);
        }
        check(copy);
        expect(pagesOf(copy.subject)).toEqual(pagesOf(pair.subject));
        for (const query of asked) {
          expect(copy.subject.list(query)).toEqual(pair.subject.list(query));
        }
      }),
      runs(50),
    );
  });

  it('refuses pages that are out of order, too short, too long or doubled', () => {
    const { subject } = filled([{ does: 'put', from: 0, count: 150, data: { owner: '' } }]);
    const pages = pagesOf(subject).map((page) => page ?? []);
    const [first = [], second = [], third = []] = pages;
    const extra: Parcel = { id: 'one more', owner: '' };
    const wrong = [
      [second, first, third],
      [first, first, third],
      [first.slice(1), second, third],
      [[...first, extra], second, third],
      [first, second.slice(0, -1), third],
      [first, third, second],
    ];
    for (const [index, sequence] of wrong.entries()) {
      const copy = subject.emptyCopy();
      const restore = () => sequence.forEach((records, page) => copy.restorePage(page, 3, records));
      if (index === 0)
        restore(); // swapped pages are consistent in themselves: only a snapshot's seal detects them
      else expect(restore).toThrow(InvariantError);
    }
    expect(() => subject.emptyCopy().restorePage(1, 3, second)).toThrow(InvariantError);
  });
});
