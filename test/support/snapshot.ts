// A whole world state as one text, to hold two of them against each other.

import type { WorldState } from '../../core/engine/world-state.ts';
import type { PendingDue } from '../../core/kernel/due-queue.ts';
import type { ReadonlyTable } from '../../core/kernel/table.ts';
import { statesOf } from '../../core/engine/world-state.ts';

/** Everything in a world: tables in their order, dues in theirs, counters, digest. */
export function snapshotOf(world: WorldState): string {
  const { wallet } = statesOf(world);
  const tables = Object.entries(wallet).map(([name, table]) => [
    name,
    typeof table === 'string' ? table : [...(table as ReadonlyTable<unknown>).values()],
  ]);
  const { nowMs, inputs, position, digest, clock } = world;
  const dues = world.dues
    .list()
    .map(({ index: _index, ...due }: PendingDue<unknown> & { index?: number }) => due);
  const whole = {
    nowMs,
    inputs,
    position,
    digest,
    clock,
    dues,
    tables,
    versions: [...world.versions],
  };
  return JSON.stringify(
    whole,
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
    1,
  );
}
