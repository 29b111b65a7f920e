// The state of a running world, now or at an earlier moment.

import { StoreError, type WorldRecord } from '../ports/event-store.ts';
import { worldAt, type Moment, type HistoricWorld, type WorldSource } from './history/journal.ts';
import type { World } from './world/world-contract.ts';

/**
 * Includes all inputs before this call. Rejects with StoreError 'no-such-moment' if the moment is before
 * the world's epoch or beyond its last position.
 */
export async function pastStateOf(
  world: World,
  moment: Moment,
  source: WorldSource,
): Promise<HistoricWorld> {
  const { position, nowMs, inputs } = await world.describe();
  checkMoment(moment, world.record, position);
  const isPresent = 'atMs' in moment && moment.atMs >= nowMs;
  // `inputs`: later ones may arrive while the past is read.
  return worldAt(source, isPresent ? { position } : moment, inputs);
}

/** The state at a moment; default: now. */
export async function stateAt(
  world: World,
  at: Moment | undefined,
  source: WorldSource,
): Promise<HistoricWorld> {
  if (at !== undefined) return pastStateOf(world, at, source);
  const present = await world.forkState();
  return { world: present, inputs: present.inputs, position: present.position };
}

function checkMoment(moment: Moment, { name, epochMs }: WorldRecord, position: number): void {
  if ('atMs' in moment) {
    if (moment.atMs >= epochMs) return;
    throw new StoreError(
      'no-such-moment',
      `World '${name}' begins after that instant, at its epoch; set a later one.`,
    );
  }
  if (moment.position <= position) return;
  throw new StoreError(
    'no-such-moment',
    `There is no position ${moment.position} yet: the last position of the world is ${position}.`,
  );
}
