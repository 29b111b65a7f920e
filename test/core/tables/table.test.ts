// The table against an array with every record at the index of its row id.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../core/kernel/invariant.ts';
import type { ListQuery } from '../../../core/tables/table-contract.ts';
import { createTable, type Table } from '../../../core/tables/table.ts';

interface Fruit {
  readonly id: string;
  readonly colour?: string;
  readonly size?: string;
  readonly weight: number;
}

type Index = 'colour' | 'size';
type Query = ListQuery<Fruit, Index>;

const keys = { colour: ({ colour }: Fruit) => colour, size: ({ size }: Fruit) => size };
const newTable = () => createTable<Fruit, Index>(({ id }) => id, keys);

class Model {
  readonly rows: (Fruit | undefined)[] = [];

  rowIdOf(id: string): number | undefined {
    const rowId = this.rows.findIndex((row) => row?.id === id);
    return rowId === -1 ? undefined : rowId;
  }

  /** Applies a command if it is valid; returns whether it is. */
  run({ does, record }: Write): boolean {
    const rowId = this.rowIdOf(record.id);
    const isNew = rowId === undefined;
    if (does === 'insert' ? !isNew : does !== 'put' && isNew) return false;
    if (rowId === undefined) this.rows.push(record);
    else this.rows[rowId] = does === 'remove' ? undefined : record;
    return true;
  }

  list({ by, where, order, after, before, limit }: Query): Fruit[] {
    const matches = this.rows.filter((row, rowId): row is Fruit => {
      if (row === undefined) return false;
      if (after !== undefined && rowId <= after) return false;
      if (before !== undefined && rowId >= before) return false;
      if (by?.colour !== undefined && row.colour !== by.colour) return false;
      if (by?.size !== undefined && row.size !== by.size) return false;
      return where === undefined || where(row);
    });
    return (order === 'ascending' ? matches : matches.reverse()).slice(0, limit);
  }
}

interface Write {
  readonly does: 'insert' | 'replace' | 'put' | 'remove';
  readonly record: Fruit;
}

function run(table: Table<Fruit, Index>, { does, record }: Write): void {
  switch (does) {
    case 'insert':
      return table.insert(record);
    case 'replace':
      return table.replace(record);
    case 'put':
      return table.put(record);
    case 'remove':
      return table.remove(record.id);
  }
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const colours = ['red', 'green', ''];
const sizes = ['small', 'big'];

const records: fc.Arbitrary<Fruit> = fc.record(
  {
    id: fc.constantFrom(...ids),
    weight: fc.nat(9),
    colour: fc.constantFrom(...colours),
    size: fc.constantFrom(...sizes),
  },
  { requiredKeys: ['id', 'weight'] },
);

const writes: fc.Arbitrary<readonly Write[]> = fc.array(
  fc.record({
    does: fc.constantFrom('insert', 'insert', 'put', 'put', 'replace', 'remove'),
    record: records,
  }),
  { maxLength: 60 },
);

const bounds = fc.option(fc.integer({ min: -2, max: 30 }), { nil: undefined });

const queries: fc.Arbitrary<Query> = fc.record({
  order: fc.constantFrom('ascending', 'descending'),
  limit: fc.nat(10),
  after: bounds,
  before: bounds,
  where: fc.option(
    fc.nat(9).map((weight) => (fruit: Fruit) => fruit.weight > weight),
    { nil: undefined },
  ),
  by: fc.record(
    {
      colour: fc.constantFrom(...colours, 'never seen', undefined),
      size: fc.constantFrom(...sizes, undefined),
    },
    { requiredKeys: [] },
  ),
});

function filled(sequence: readonly Write[]) {
  const [table, model] = [newTable(), new Model()];
  for (const write of sequence) {
    if (model.run(write)) run(table, write);
    else expect(() => run(table, write)).toThrow(InvariantError);
  }
  return { table, model };
}

describe('Table', () => {
  it('has the records of an array after any commands', () => {
    fc.assert(
      fc.property(writes, (sequence) => {
        const { table, model } = filled(sequence);
        expect(table.insertedCount).toBe(model.rows.length);
        expect(table.size).toBe(model.rows.filter((row) => row !== undefined).length);
        expect([...table.values()]).toEqual(model.rows.filter((row) => row !== undefined));
        for (const id of ids) {
          const rowId = model.rowIdOf(id);
          expect(table.rowIdOf(id)).toBe(rowId);
          expect(table.get(id)).toBe(rowId === undefined ? undefined : model.rows[rowId]);
        }
        for (let rowId = 0; rowId <= model.rows.length; rowId += 1) {
          expect(table.at(rowId)).toBe(model.rows[rowId]);
        }
      }),
    );
  });

  it('lists the records of the filtered array, in any page of any query', () => {
    fc.assert(
      fc.property(writes, fc.array(queries, { maxLength: 8 }), (sequence, asked) => {
        const { table, model } = filled(sequence);
        for (const query of asked) expect(table.list(query)).toEqual(model.list(query));
      }),
    );
  });

  it('counts the records of each key', () => {
    fc.assert(
      fc.property(writes, (sequence) => {
        const { table, model } = filled(sequence);
        for (const colour of [...colours, 'never seen']) {
          const count = model.rows.filter((row) => row?.colour === colour).length;
          expect(table.count('colour', colour)).toBe(count);
        }
        for (const size of sizes) {
          expect(table.count('size', size)).toBe(
            model.rows.filter((row) => row?.size === size).length,
          );
        }
      }),
    );
  });

  it('lists all records in consecutive pages', () => {
    fc.assert(
      fc.property(writes, fc.integer({ min: 1, max: 5 }), (sequence, limit) => {
        const { table, model } = filled(sequence);
        const seen: Fruit[] = [];
        for (let after: number | undefined; ; after = table.rowIdOf(seen.at(-1)?.id ?? '')) {
          const page = table.list({ order: 'ascending', limit, after });
          seen.push(...page);
          if (page.length < limit) break;
        }
        expect(seen).toEqual(model.rows.filter((row) => row !== undefined));
      }),
    );
  });

  it('keeps the row id of a replaced record, and assigns a new one if an id is inserted again', () => {
    const table = newTable();
    table.insert({ id: 'a', weight: 1 });
    table.insert({ id: 'b', weight: 2 });
    table.replace({ id: 'a', weight: 3 });
    expect(table.rowIdOf('a')).toBe(0);
    table.remove('a');
    table.insert({ id: 'a', weight: 4 });
    expect(table.rowIdOf('a')).toBe(2);
    expect(table.at(0)).toBeUndefined();
  });

  it('calls `where` no more often than the page needs', () => {
    const table = newTable();
    for (const id of ids) table.insert({ id, weight: 1, colour: 'red' });
    let asked = 0;
    const where = () => {
      asked += 1;
      return true;
    };
    table.list({ order: 'descending', limit: 3, where, by: { colour: 'red' } });
    expect(asked).toBe(3);
  });

  it('names the duplicate or unknown id in its error', () => {
    const table = newTable();
    table.insert({ id: 'a', weight: 1 });
    expect(() => table.insert({ id: 'a', weight: 2 })).toThrow('no two records have the id a');
    expect(() => table.replace({ id: 'b', weight: 2 })).toThrow('a record with the id b');
    expect(() => table.remove('b')).toThrow('a record with the id b');
    expect([...table.values()]).toEqual([{ id: 'a', weight: 1 }]);
  });
});

describe('lowerBound', () => {
  const weights = fc.array(fc.nat(20), { maxLength: 30 }).map((list) => list.sort((a, b) => a - b));

  it('returns the first row id whose record is not before', () => {
    fc.assert(
      fc.property(
        weights,
        fc.array(fc.nat(29)),
        fc.integer({ min: -1, max: 21 }),
        (sorted, removed, pattern) => {
          const table = newTable();
          sorted.forEach((weight, rowId) => table.insert({ id: `${rowId}`, weight }));
          for (const rowId of new Set(removed)) {
            if (table.get(`${rowId}`) !== undefined) table.remove(`${rowId}`);
          }
          const isBefore = ({ weight }: Fruit) => weight < pattern;
          const place = table.lowerBound(isBefore);
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual(table.insertedCount);
          for (let rowId = 0; rowId < table.insertedCount; rowId += 1) {
            const row = table.at(rowId);
            if (row !== undefined) expect(isBefore(row)).toBe(rowId < place);
          }
        },
      ),
    );
  });

  it('reads few records of many', () => {
    const table = newTable();
    for (let weight = 0; weight < 4_096; weight += 1) table.insert({ id: `${weight}`, weight });
    let asked = 0;
    const place = table.lowerBound(({ weight }) => {
      asked += 1;
      return weight < 1_234;
    });
    expect(place).toBe(1_234);
    expect(asked).toBeLessThanOrEqual(13);
  });
});
