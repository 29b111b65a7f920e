// Copies what a store counts into another one, which counts on from there: request ids do not repeat, nor positions of worlds whose names
// begin again.

import type { EventStore } from '../../core/index.ts';
import type { StoreReader } from './store-reader.ts';

const namesPerRead = 1_000;

/** So that worlds that are copied repeat no request id. */
export async function copyOpenings(from: StoreReader, to: EventStore): Promise<void> {
  await to.counts.raiseOpenings(await from.counts.openings());
}

export async function copyRemovedNames(from: StoreReader, to: EventStore): Promise<void> {
  for (let offset = 0; ; offset += namesPerRead) {
    const names = await from.counts.removedNames(offset, namesPerRead);
    await to.counts.addRemovedNames(names);
    if (names.length < namesPerRead) return;
  }
}
