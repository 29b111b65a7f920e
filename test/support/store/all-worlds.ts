// The records of all worlds of a store, by name.

import type { EventStore, WorldRecord } from '../../../core/index.ts';

export async function allWorlds(store: EventStore): Promise<readonly WorldRecord[]> {
  const listed = await store.worlds({ limit: 1_000_000 });
  return listed.flatMap(({ record }) => record ?? []);
}
