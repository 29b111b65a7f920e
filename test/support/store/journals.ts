// Reads the journals of a store, or of a store file from a copy, and checks them against rules written here independently of the product.
// The product's own results are only compared.

import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import { foldEntry } from '../../../core/engine/step.ts';
import { initialWorld } from '../../../core/engine/world-state.ts';
import type { EventStore, JournalEntry, WorldRecord } from '../../../core/index.ts';
import { rules } from '../engine/pure-world.ts';
import { snapshotOf } from '../engine/whole-state.ts';
import { copyStore } from './store-file.ts';
import { load } from '../engine/stored-world.ts';
import { allWorlds } from './all-worlds.ts';

export interface Journal {
  readonly record: WorldRecord;
  readonly entries: readonly JournalEntry[];
  /** The digest of the event texts, computed here. */
  readonly digest: string;
  readonly position: number;
}

/** All worlds of a store, each checked for completeness and folded from the start. */
export async function journalsOf(store: EventStore): Promise<ReadonlyMap<string, Journal>> {
  const journals = new Map<string, Journal>();
  for (const record of await allWorlds(store)) {
    const entries = await store.read(record.name, 1, 10_000_000);
    const journal = checked(record, entries);
    const { inputs, position, digest } = journal.entries.length === 0 ? empty : lastOf(journal);
    const folded = initialWorld(record, rules);
    for (const entry of entries) expect(foldEntry(folded, entry)).toMatchObject({ ok: true });
    expect(folded, record.name).toMatchObject({ inputs, position, digest });
    const { world: loaded } = await load(store, record); // by its newest snapshot
    expect(snapshotOf(loaded), record.name).toBe(snapshotOf(folded));
    journals.set(record.name, journal);
  }
  return journals;
}

/** The journals of a closed file, read from a copy. */
export async function journalsOfFile(
  file: string,
  copy: string,
): Promise<ReadonlyMap<string, Journal>> {
  copyStore(file, copy);
  const store = openSqliteStore({ file: copy });
  try {
    return await journalsOf(store);
  } finally {
    await store.close();
  }
}

const emptyDigest = '0'.repeat(64);
const empty = { inputs: 0, position: 0, digest: emptyDigest };
const lastOf = ({ entries, position, digest }: Journal) => ({
  inputs: entries.length,
  position,
  digest,
});

/** Checks that numbers and positions have no gaps, time never decreases, and each digest covers all events. */
function checked(record: WorldRecord, entries: readonly JournalEntry[]): Journal {
  let [digest, position, atMs] = [emptyDigest, 0, record.epochMs];
  const versions = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    expect(entry.input.n, `${record.name}: inputs are numbered without gaps`).toBe(index + 1);
    expect(entry.input.atMs).toBeGreaterThanOrEqual(atMs);
    atMs = entry.input.atMs;
    for (const envelope of entry.events) {
      position += 1;
      expect(envelope.position, `${record.name}: positions have no gaps`).toBe(position);
      const version = (versions.get(envelope.stream) ?? 0) + 1;
      versions.set(envelope.stream, version);
      expect(JSON.parse(envelope.text)).toMatchObject({ position, version });
      digest = createHash('sha256')
        .update(digest + envelope.text)
        .digest('hex');
    }
    expect(entry.digest, `${record.name}: input ${index + 1} has all its events`).toBe(digest);
  }
  return { record, entries, digest, position };
}
