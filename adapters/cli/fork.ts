// `reprise fork`: creates a world that shares the past of another, up to now or an earlier moment.

import type { ControlClient } from './control-client.ts';
import { worldSummary, type ShownWorld } from './worlds.ts';

export interface ForkFlags {
  readonly name: string;
  /** A position, or an ISO-8601 instant. */
  readonly at?: string;
  readonly outbound?: true;
}

export async function forkWorld(
  client: ControlClient,
  parent: string,
  { at, ...rest }: ForkFlags,
): Promise<[object, string]> {
  const moment = at !== undefined && /^\d+$/.test(at) ? Number(at) : at;
  const body = { ...rest, ...(moment === undefined ? {} : { at: moment }) };
  const world = await client.world(parent).inWorld<ShownWorld>('POST', '/fork', body);
  return [world, `Forked '${parent}' into '${rest.name}', ${worldSummary(client, world)}`];
}
