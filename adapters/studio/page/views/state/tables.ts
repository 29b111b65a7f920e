// The tables of a world at a moment: their rows, filtered by words and sorted by a member.

import type { PastMoment } from '../../../../../core/index.ts';

/** What this view needs of a table. */
export interface ShownTable {
  /** Such as `wallet/transactions`. */
  readonly name: string;
  readonly size: number;
  readonly insertedCount: number;
  readonly at: (rowId: number) => object | undefined;
}

/** In the order of the control plane. */
export function tablesOf(states: PastMoment['states']): readonly ShownTable[] {
  return Object.entries(states).flatMap(([domain, state]) =>
    Object.entries(state).flatMap(([name, table]) =>
      isTable(table)
        ? [
            {
              name: `${domain}/${name}`,
              size: table.size,
              insertedCount: table.insertedCount,
              at: (rowId: number) => table.at(rowId),
            },
          ]
        : [],
    ),
  );
}

function isTable(value: unknown): value is Omit<ShownTable, 'name'> {
  return typeof value === 'object' && value !== null && 'insertedCount' in value;
}

/** Rows of one table that are searched, the newest; others are left out. */
export const tableRowsMax = 100_000;

export interface TableQuery {
  /** Words that all must be in the row. */
  readonly words: readonly string[];
  readonly sort?: { readonly key: string; readonly isDescending: boolean };
}

/** Such as `usdc sort:-units`. */
export function parseQuery(text: string): TableQuery {
  const words: string[] = [];
  let sort: TableQuery['sort'];
  for (const word of text.split(/\s+/)) {
    const [, minus, key] = /^sort:(-?)(\w+)$/.exec(word) ?? [];
    if (key !== undefined) sort = { key, isDescending: minus === '-' };
    else if (word !== '') words.push(word.toLowerCase());
  }
  return sort === undefined ? { words } : { words, sort };
}

/** The query text that sorts by a key: up, then down, then not at all. */
export function sortedBy(text: string, key: string): string {
  const { words, sort } = parseQuery(text);
  if (sort?.key !== key) return [...words, `sort:${key}`].join(' ');
  return (sort.isDescending ? words : [...words, `sort:-${key}`]).join(' ');
}

export interface TableRows {
  readonly rowIds: readonly number[];
  /** The members of the rows, in the order in which they are met. */
  readonly keys: readonly string[];
  readonly isCut: boolean;
}

/** Rows that decide on the columns. */
const sampledRows = 200;

export function rowsOf(table: ShownTable, { words, sort }: TableQuery): TableRows {
  const first = Math.max(0, table.insertedCount - tableRowsMax);
  const rowIds: number[] = [];
  const values: unknown[] = [];
  const keys = new Set<string>();
  for (let rowId = first; rowId < table.insertedCount; rowId += 1) {
    const row = table.at(rowId);
    if (row === undefined) continue;
    if (
      keys.size < keysMax &&
      (rowIds.length < sampledRows || rowId >= table.insertedCount - sampledRows)
    ) {
      for (const key of Object.keys(row)) keys.add(key);
    }
    if (words.length > 0) {
      const text = textOf(row).toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
    }
    rowIds.push(rowId);
    if (sort !== undefined) values.push((row as Record<string, unknown>)[sort.key]);
  }
  const order = rowIds.map((_, index) => index);
  if (sort !== undefined) {
    const sign = sort.isDescending ? -1 : 1;
    order.sort((one, other) => sign * compare(values[one], values[other]) || one - other);
  }
  return {
    rowIds: order.map((index) => rowIds[index]!),
    keys: [...keys].slice(0, keysMax),
    isCut: first > 0,
  };
}

const keysMax = 40;

const textOf = (row: object) =>
  JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );

/** Absent values are the least; integers of any size by their value, texts by their characters. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === undefined || one === null) return -1;
  if (other === undefined || other === null) return 1;
  if (isNumeric(one) && isNumeric(other)) return one < other ? -1 : one > other ? 1 : 0;
  const [left, right] = [textIn(one), textIn(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return isNumeric(value) ? value.toString() : textOf(value as object);
}
