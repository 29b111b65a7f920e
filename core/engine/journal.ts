// From a store back to a world: its journal folded from the beginning, each entry held against its digest.

import type { Hash } from '../kernel/digest.ts';
import type { JournalEntry } from '../kernel/input.ts';
import { InvariantError } from '../kernel/invariant.ts';
import { err, type Result } from '../kernel/result.ts';
import { StoreError, type EventStore, type WorldRecord } from '../ports/event-store.ts';
import { refold } from './step.ts';
import { initialWorld, type WorldState } from './world-state.ts';

/** How many entries are read from the store at once. */
const entriesPerRead = 1_000;

/**
 * The state of a stored world. Rejects with StoreError 'damaged', naming the world and the place, if the journal
 * has a gap or an entry does not fit its digest.
 */
export async function loadWorld(
  store: EventStore,
  record: WorldRecord,
  hash: Hash,
): Promise<WorldState> {
  const { seed, epochMs, ids } = record;
  const world = initialWorld({ seed, epochMs, ids }, record.clock, hash);
  for (;;) {
    const entries = await store.read(record.name, world.inputs + 1, entriesPerRead);
    for (const entry of entries) {
      const folded = tryRefold(world, entry);
      if (!folded.ok) {
        throw new StoreError(
          'damaged',
          `The log of world '${record.name}' is damaged: ${folded.error}.`,
        );
      }
    }
    if (entries.length < entriesPerRead) return world;
  }
}

/** An event that fits its digest but not the state tells of an edit that the digest does not cover. */
function tryRefold(world: WorldState, entry: JournalEntry): Result<void, string> {
  try {
    return refold(world, entry);
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    return err(`input ${entry.input.n} does not fit what came before it (${error.message})`);
  }
}
