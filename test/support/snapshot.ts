// A whole world state as one text, to hold two of them against each other.

import type { WorldState } from '../../core/engine/world-state.ts';
import { Table } from '../../core/kernel/table.ts';

/** Everything in a world: tables in their order, dues in theirs, counters, digest. */
export function snapshotOf(world: WorldState): string {
  const tables = Object.entries(world.states).flatMap(([domain, state]) =>
    Object.entries(state).map(([name, table]) => [
      `${domain}/${name}`,
      table instanceof Table
        ? Array.from({ length: table.inserted }, (_, ordinal) => table.at(ordinal) as unknown)
        : table,
    ]),
  );
  const { nowMs, inputs, position, digest, clock, settings } = world;
  const whole = {
    nowMs,
    inputs,
    position,
    digest,
    clock,
    settings,
    dues: world.dues.list(),
    dueSequence: world.dues.sequence,
    tables,
    versions: [...world.versions.values()].map((it) => JSON.stringify(it)).sort(),
    nonces: [...world.nonces.values()].sort(),
  };
  return JSON.stringify(
    whole,
    (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : ordered(value)),
    1,
  );
}

/** The order of members tells nothing. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
