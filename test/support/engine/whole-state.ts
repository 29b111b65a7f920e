// A whole world state as one text, to compare two of them.

import type { WorldState } from '../../../core/engine/world-state.ts';
import { canonical } from '../../../core/kernel/canonical.ts';
import { Table } from '../../../core/tables/index.ts';

/** Everything in a world: tables in their order, dues in theirs, counters, digest. */
export function snapshotOf(world: WorldState): string {
  const tables = Object.entries(world.states).flatMap(([domain, state]) =>
    Object.entries(state).map(([name, table]) => [
      `${domain}/${name}`,
      table instanceof Table
        ? Array.from({ length: table.insertedCount }, (_, ordinal) => table.at(ordinal) as unknown)
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
    settings: canonical(settings), // an input's, which is stored as it came
    dues: world.dues.list(),
    dueSequence: world.dues.sequence,
    tables,
    versions: [...world.versions.values()].map((it) => JSON.stringify(it)).sort(),
    nonces: [...world.nonces.values()].sort(),
  };
  return textOf(whole);
}

/** As JSON has it, with a line for each item; members in the order in which they stand, as answers may print them. */
function textOf(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(textOf).join(',\n')}]`;
  let members = ''; // in place of lists of them, in half the time
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members += `,"${name}":${textOf(member)}`;
  }
  return `{${members.slice(1)}}`;
}
