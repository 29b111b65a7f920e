// Checks a stored snapshot without an engine, as a load of its world would: for those who verify or copy a store.

import type { Hash } from '../../kernel/digest.ts';
import type { StoredSnapshot, WorldRecord } from '../../ports/event-store.ts';
import { createOracleCache } from '../oracle-cache.ts';
import { domains } from '../registry.ts';
import { initialWorld } from '../world-state.ts';
import { isOfEarlierForm, readSnapshot } from './snapshot.ts';

/** `outdated`: an earlier version wrote it, and this one ignores it. */
export type SnapshotVerdict = 'valid' | 'outdated' | 'invalid';

/**
 * `digest`: of the entry that it was taken after. Reads the whole state into memory; calls `yieldToLoop` between pieces.
 * Rejects with StoreError if the pages cannot be read.
 */
export async function checkSnapshot(
  stored: StoredSnapshot,
  record: WorldRecord,
  digest: string | undefined,
  hash: Hash,
  yieldToLoop: () => Promise<void>,
): Promise<SnapshotVerdict> {
  if (isOfEarlierForm(stored)) return 'outdated';
  const rules = { domains, hash, oracles: createOracleCache({}), reactions: [] };
  const read = await readSnapshot(stored, initialWorld(record, rules), yieldToLoop);
  return read !== undefined && read.world.digest === digest ? 'valid' : 'invalid';
}
