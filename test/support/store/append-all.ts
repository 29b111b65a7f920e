// Appends entries of worlds of which none may be refused.

import type { Append, EventStore } from '../../../core/index.ts';

/** Rejects with the StoreError of the first world that was refused. */
export async function appendAll(store: EventStore, batch: readonly Append[]): Promise<void> {
  const [refused] = await store.append(batch);
  if (refused !== undefined) throw refused.error;
}
