// What differs between two moments of a world, row by row, as plain JSON. Only pages that were written in between are compared.

import { canonical, type Json } from '../../kernel/canonical.ts';
import { recordsPerPage, Table } from '../../tables/index.ts';
import type { WorldState } from '../world-state.ts';
import { rowView } from './state-view.ts';

/** A row that was added, changed or removed. */
export interface RowChange {
  readonly rowId: number;
  /** Absent for one that was added. */
  readonly before?: Json;
  /** Absent for one that was removed. */
  readonly after?: Json;
}

/** By the name of the table; tables without changes are absent. */
export type StateChanges = Readonly<Record<string, readonly RowChange[]>>;

type AnyTable = Table<unknown, string>;

/** `generation`: one from before the states parted; pages that neither has written since are shared. */
export function stateChanges(
  before: WorldState,
  after: WorldState,
  generation: number,
): StateChanges {
  const changes: Record<string, readonly RowChange[]> = {};
  for (const [domain, state] of Object.entries(after.states)) {
    const former = before.states[domain] ?? {};
    for (const [name, table] of Object.entries(state)) {
      const other = former[name];
      if (!(table instanceof Table) || !(other instanceof Table)) continue;
      const rows = tableChanges(other as AnyTable, table as AnyTable, generation);
      if (rows.length > 0) changes[`${domain}/${name}`] = rows;
    }
  }
  return changes;
}

function tableChanges(before: AnyTable, after: AnyTable, generation: number): RowChange[] {
  const rows: RowChange[] = [];
  const pageCount = Math.max(before.pageCount, after.pageCount);
  for (let page = 0, rowId = 0; page < pageCount; page += 1, rowId += recordsPerPage) {
    const isWritten =
      after.pageSince(page, generation) !== undefined ||
      before.pageSince(page, generation) !== undefined;
    if (!isWritten) continue;
    for (let slot = 0; slot < recordsPerPage; slot += 1) {
      const [one, other] = [before.at(rowId + slot), after.at(rowId + slot)];
      if (one === other) continue;
      const change = changeOf(rowId + slot, one, other);
      if (change !== undefined) rows.push(change);
    }
  }
  return rows;
}

function changeOf(rowId: number, one: unknown, other: unknown): RowChange | undefined {
  const before = one === undefined ? undefined : rowView(one);
  const after = other === undefined ? undefined : rowView(other);
  if (before === undefined) return after === undefined ? undefined : { rowId, after };
  if (after === undefined) return { rowId, before };
  return canonical(before) === canonical(after) ? undefined : { rowId, before, after };
}
