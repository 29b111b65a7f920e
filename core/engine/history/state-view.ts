// A whole world as plain data: for whoever wants to look at what the services' own views do not show.

import { canonical, type Json } from '../../kernel/canonical.ts';
import type { ClockSetting } from '../../kernel/input.ts';
import { Table } from '../../tables/index.ts';
import type { WorldState } from '../world-state.ts';

/** Which rows to show. Without a table: the first rows of each. */
export interface StateQuery {
  /** Such as `wallet/transactions`. */
  readonly table?: string | undefined;
  /** Rows behind this ordinal. */
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
  /** By name, in the order in which the domains state them. */
  readonly tables: Readonly<Record<string, TableView>>;
}

export interface TableView {
  readonly count: number;
  /** Records by the order of their insertion; big integers as decimal text. */
  readonly rows: readonly Json[];
  /** Where the next rows lie behind; undefined if these were the last. */
  readonly next: number | undefined;
}

/** The state of a world as plain data. It is printed in pieces, so the world must not change meanwhile. */
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
      const isAsked = query.table === undefined || query.table === place;
      if (!isAsked || !(table instanceof Table)) continue;
      tables[place] = await tableView(table as AnyTable, query, yieldToLoop);
    }
  }
  return { position, inputs, digest, nowMs, clock, pendingDues: dues.size, tables };
}

type AnyTable = Table<unknown, string>;

/** How many rows are printed at one go: some milliseconds of work. */
const rowsPerBreath = 100;

async function tableView(
  table: AnyTable,
  { after = -1, limit }: StateQuery,
  yieldToLoop: () => Promise<void>,
): Promise<TableView> {
  const rows: Json[] = [];
  let ordinal = after + 1;
  for (; ordinal < table.inserted && rows.length < limit; ordinal += 1) {
    const row = table.at(ordinal);
    if (row === undefined) continue;
    rows.push(plain(row));
    if (rows.length % rowsPerBreath === 0) await yieldToLoop();
  }
  const next = ordinal < table.inserted ? ordinal - 1 : undefined;
  return { count: table.size, rows, next };
}

/** Its members in one order: a record may have them in another when it was read from a store. */
function plain(record: unknown): Json {
  const text = JSON.stringify(record, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return JSON.parse(canonical(JSON.parse(text))) as Json;
}
