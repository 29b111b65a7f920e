// The past of a running world: its state at a moment, as requests saw it.

import { StoreError } from '../ports/event-store.ts';
import { worldAt, type Moment, type Past, type Source } from './history/journal.ts';
import type { World } from './world/world-contract.ts';

/**
 * The state of a world at a moment, with everything that it has answered before this call. Rejects with StoreError
 * 'no-such-moment' if the moment lies before its beginning or behind its last position.
 */
export async function pastOf(world: World, moment: Moment, source: Source): Promise<Past> {
  const { position, nowMs, inputs } = await world.show();
  checkMoment(moment, world.record.epochMs, position);
  const isPresent = 'atMs' in moment && moment.atMs >= nowMs;
  // Inputs that arrive while the past is read are not part of it.
  return worldAt(source, isPresent ? { position } : moment, inputs);
}

/** The state of a world at a moment, or at present where there is none. */
export async function pastOrPresent(
  world: World,
  at: Moment | undefined,
  source: Source,
): Promise<Past> {
  if (at !== undefined) return pastOf(world, at, source);
  const present = await world.freeze();
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
