// A whole world state as one text, to compare two of them.

import type { WorldState } from '../../../core/engine/world-state.ts';
import { canonical } from '../../../core/kernel/canonical.ts';
import { Table } from '../../../core/tables/index.ts';

/** The whole state of a world: tables in order, dues in order, counters, digest. */
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
    settings: canonical(settings), // from an input, which is stored as received
    dues: world.dues.list(),
    dueSequence: world.dues.sequence,
    tables,
    versions: [...world.versions.values()].map((it) => JSON.stringify(it)).sort(),
    nonces: [...world.nonces.values()].sort(),
  };
  return textOf(whole);
}

/** As JSON with one line for each item; members in their own order, since responses may print them so. */
function textOf(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(textOf).join(',\n')}]`;
  let members = ''; // takes half the time of joining lists
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members += `,"${name}":${textOf(member)}`;
  }
  return `{${members.slice(1)}}`;
}
