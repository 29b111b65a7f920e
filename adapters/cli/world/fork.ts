// `reprise fork`: creates a world that shares the past of another, up to now or an earlier moment.

import type { Client, Fork } from '../../client/index.ts';
import { worldOf } from '../support/connect.ts';
import { worldSummary } from './worlds.ts';

/** `at`: a position, or an ISO-8601 instant. */
export type ForkFlags = Omit<Fork, 'at'> & { readonly at?: string };

export async function forkWorld(
  client: Client,
  parent: string,
  { at, ...rest }: ForkFlags,
): Promise<[object, string]> {
  const moment = at !== undefined && /^\d+$/.test(at) ? Number(at) : at;
  const fork = { ...rest, ...(moment === undefined ? {} : { at: moment }) };
  const world = await worldOf(client, parent).fork(fork);
  return [world, `Forked '${parent}' into '${rest.name}', ${worldSummary(client, world)}`];
}
