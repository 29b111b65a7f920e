// Store files for tests that damage them: created by sessions, copied, opened, and compared by content.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import {
  canonical,
  openEngine,
  type Engine,
  type EventStore,
  type JournalEntry,
  type WorldRecord,
} from '../../../core/index.ts';
import { actionArbitrary, sessionOf } from '../arbitraries/session.ts';
import { epochMs, hash } from '../engine/pure-world.ts';
import { createWalletSet } from '../wallet/commands.ts';
import { allWorlds } from './all-worlds.ts';
import { appendAll } from './append-all.ts';

/** A new folder, in memory if possible: these tests write thousands of files. */
export function createRamFolder(name: string): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `reprise-${name}-`));
}

const beside = ['-wal', '-shm', '-lock', '-lock-journal', '-journal'];

function removeStore(file: string): void {
  for (const part of ['', ...beside]) rmSync(file + part, { force: true });
}

/** Copies a store file as a crash would leave it: with its write-ahead log, without files of live processes. */
export function copyStore(file: string, to: string): void {
  removeStore(to);
  for (const part of ['', '-wal'])
    if (existsSync(file + part)) copyFileSync(file + part, to + part);
}

const host = {
  hash,
  monotonicMs: () => 0,
  defer: (task: () => void) => void setImmediate(task),
};

export const frozenRecord = (name: string, seed: string): WorldRecord => ({
  name,
  seed,
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
});

/** Stores the sessions of four worlds in small batches; two share a seed and one is empty. */
export async function storeSessions(
  store: EventStore,
  seed: number,
  onCommit: () => Promise<void>,
): Promise<void> {
  const actionsOf = (place: number) =>
    fc.sample(actionArbitrary, { seed: seed + place, numRuns: 9 });
  const sessions = [
    { name: 'harbour', seed: 'one', actions: actionsOf(1) },
    { name: 'meadow', seed: 'one', actions: actionsOf(2) },
    { name: 'brook', seed: 'two', actions: actionsOf(3) },
    { name: 'empty', seed: 'three', actions: [] },
  ].map((spec) => ({
    record: frozenRecord(spec.name, spec.seed),
    entries: spec.name === 'empty' ? [] : sessionOf(spec.actions, spec.seed).entries.map(attached),
  }));
  for (const { record } of sessions) {
    await store.create(record);
    await onCommit();
  }
  const inputsMax = Math.max(...sessions.map(({ entries }) => entries.length));
  for (let from = 0; from < inputsMax; from += 3) {
    const batch = sessions
      .map(({ record, entries }) => ({
        world: record.name,
        expectedInput: from,
        entries: entries.slice(from, from + 3),
      }))
      .filter(({ entries }) => entries.length > 0);
    await appendAll(store, batch);
    await onCommit();
  }
}

/** Every second command has an attachment. */
function attached(entry: JournalEntry): JournalEntry {
  const { input } = entry;
  if (input.kind !== 'command' || input.n % 2 === 0) return entry;
  const attachment = Buffer.from(`bytes of ${input.n} `.repeat(input.n * 20));
  const command = { ...input.command, attachment: nodeHash(attachment) };
  return { ...entry, input: { ...input, command }, attachment };
}

/** A digest of all content of a store; with `journals`, without the list of events. */
export async function contentDigest(store: EventStore, parts: 'all' | 'journals' = 'all') {
  const worlds: unknown[] = [];
  for (const record of await allWorlds(store)) {
    const entries = await store.read(record.name, 1, 1_000_000);
    const events =
      parts === 'all' ? await store.events(record.name, { from: 1, limit: 1_000_000 }) : [];
    const attachments: string[] = [];
    for (const { input } of entries) {
      const attachment = await store.attachment(record.name, input.n);
      attachments.push(attachment instanceof Uint8Array ? nodeHash(attachment) : `${attachment}`);
    }
    worlds.push({ record, entries, attachments, events: events.map(({ text }) => text) });
  }
  return createHash('sha256').update(canonical(worlds)).digest('hex');
}

export type OpenResult =
  | { readonly is: 'refused'; readonly by: unknown }
  | { readonly is: 'opened'; readonly content: string; readonly engine: Engine };

/** Opens a file and resumes its worlds, as a server does. */
export async function tryOpen(file: string): Promise<OpenResult> {
  let store: EventStore;
  try {
    store = openSqliteStore({ file });
  } catch (error) {
    return { is: 'refused', by: error };
  }
  try {
    const engine = await openEngine({ store, host });
    return { is: 'opened', engine, content: await contentDigest(store) };
  } catch (error) {
    await store.close();
    return { is: 'refused', by: error };
  }
}

/** Sends one more command to each world. Rejects if a world rejects it. */
export async function sendToEachWorld(engine: Engine): Promise<void> {
  for (const world of engine.worlds()) {
    const outcome = await world.send({
      domain: 'wallet',
      prepare: () => ({ command: createWalletSet() }),
      respond: ({ ok }) => ok,
    });
    if (!outcome) throw new Error(`World '${world.record.name}' refused a wallet set.`);
  }
}
