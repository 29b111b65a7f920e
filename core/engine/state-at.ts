// The past of a running world: its state at a moment, as requests saw it.

import { StoreError } from '../ports/event-store.ts';
import { worldAt, type Moment, type HistoricWorld, type WorldSource } from './history/journal.ts';
import type { World } from './world/world-contract.ts';

/**
 * The state of a world at a moment, with everything that it has answered before this call. Rejects with StoreError
 * 'no-such-moment' if the moment lies before its beginning or behind its last position.
 */
export async function pastStateOf(
  world: World,
  moment: Moment,
  source: WorldSource,
): Promise<HistoricWorld> {
  const { position, nowMs, inputs } = await world.describe();
  checkMoment(moment, world.record.epochMs, position);
  const isPresent = 'atMs' in moment && moment.atMs >= nowMs;
  // Inputs that arrive while the past is read are not part of it.
  return worldAt(source, isPresent ? { position } : moment, inputs);
}

/** The state of a world at a moment, or at present where there is none. */
export async function stateAt(
  world: World,
  at: Moment | undefined,
  source: WorldSource,
): Promise<HistoricWorld> {
  if (at !== undefined) return pastStateOf(world, at, source);
  const present = await world.forkState();
  return { world: present, inputs: present.inputs, position: present.position };
}

function checkMoment(moment: Moment, epochMs: number, position: number): void {
  if ('atMs' in moment) {
    if (moment.atMs >= epochMs) return;
    throw new StoreError('no-such-moment', 'The world begins after that instant.');
  }
  if (moment.position <= position) return;
  throw new StoreError('no-such-moment', `The world is at position ${position} only.`);
}
