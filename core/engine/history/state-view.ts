// The whole state of a world as plain JSON, for inspection.

import { canonical, type Json } from '../../kernel/canonical.ts';
import { changedClock, type ClockSetting } from '../../kernel/input.ts';
import { Table } from '../../tables/index.ts';
import type { WorldState } from '../world-state.ts';

/** Without a table: the first rows of each. */
export interface StateQuery {
  /** Such as `wallet/transactions`. */
  readonly table?: string | undefined;
  /** Rows after this row id. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface StateView {
  readonly position: number;
  readonly inputs: number;
  readonly digest: string;
  readonly nowMs: number;
  readonly clock: ClockSetting;
  readonly pendingDues: number;
  /** By name: of the wallet, then of the other domains by name, as each declares them. */
  readonly tables: Readonly<Record<string, TableView>>;
}

export interface TableView {
  readonly count: number;
  /** Records by the order of their insertion; big integers as decimal text. */
  readonly rows: readonly Json[];
  /** The `after` of the next rows; undefined if these were the last. */
  readonly next: number | undefined;
}

/** Prints in pieces: the world must not change meanwhile. */
export async function stateView(
  world: WorldState,
  query: StateQuery,
  yieldToLoop: () => Promise<void>,
): Promise<StateView> {
  const { position, inputs, digest, nowMs, clock, dues } = world;
  const tables: Record<string, TableView> = {};
  for (const [domain, state] of Object.entries(world.states)) {
    for (const [name, table] of Object.entries(state)) {
      const place = `${domain}/${name}`;
      const isQueried = query.table === undefined || query.table === place;
      if (!isQueried || !(table instanceof Table)) continue;
      tables[place] = await tableView(table as AnyTable, query, yieldToLoop);
    }
  }
  const inOrder = changedClock(clock, {}); // its members as if it had not been stored
  return { position, inputs, digest, nowMs, clock: inOrder, pendingDues: dues.size, tables };
}

type AnyTable = Table<unknown, string>;

/** Characters printed at once: about a millisecond of work. */
const charsPerPiece = 50_000;

async function tableView(
  table: AnyTable,
  { after = -1, limit }: StateQuery,
  yieldToLoop: () => Promise<void>,
): Promise<TableView> {
  const rows: Json[] = [];
  let chars = 0;
  let rowId = after + 1;
  for (; rowId < table.insertedCount && rows.length < limit; rowId += 1) {
    const row = table.at(rowId);
    if (row === undefined) continue;
    const text = textOf(row);
    rows.push(JSON.parse(text) as Json);
    chars += text.length + rowChars;
    if (chars < charsPerPiece) continue;
    chars = 0;
    await yieldToLoop();
  }
  const next = rowId < table.insertedCount ? rowId - 1 : undefined;
  return { count: table.size, rows, next };
}

/** A record as plain JSON. */
export function rowView(record: unknown): Json {
  return JSON.parse(textOf(record)) as Json;
}

/** With members sorted: a record from a store may have them in another order. */
function textOf(record: unknown): string {
  const text = JSON.stringify(record, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return canonical(JSON.parse(text));
}

/** The cost of any row, in characters. */
const rowChars = 300;
