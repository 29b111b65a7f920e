// The core by itself: deciding and folding events, firing dues, folding a journal, and replaying it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { JournalEntry } from '../../core/kernel/input.ts';
import { importBuilt } from './built.ts';
import { comparedFigure, interleave, plainFigure, type Effort, type Figure } from './figures.ts';
import { record, createSessionFactory, storeSession, type SessionFactory } from './session.ts';

/** Few enough that the cache contains the signatures of all variants. */
const transfersDecided = 2_000;
const eventsStored = 100_000;
/** The average number of events per transfer of the session. */
const eventsPerTransfer = 7;
const duesPending = 20_000;
const duesFired = 500_000;

export async function coreFigures(effort: Effort): Promise<readonly Figure[]> {
  const maker = await createSessionFactory();
  return [
    ...(await decisionFigures(maker, effort)),
    ...(await dueFigures(effort)),
    ...(await replayFigures(maker, effort)),
  ];
}

async function decisionFigures(maker: SessionFactory, effort: Effort): Promise<readonly Figure[]> {
  const { toEnvelope } = await importBuilt('core/kernel/message.js');
  const { extendDigest, emptyDigest } = await importBuilt('core/kernel/digest.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const { signEvm } = await importBuilt('core/wallet/broadcast/evm.js');
  const count = Math.ceil(transfersDecided * effort.scale);
  const decided = (hash: (text: string) => string) => () => {
    const session = maker.openSession(maker.rules(hash));
    const position = session.world.position;
    return perSecond(() => {
      for (const _entry of session.transfers(count));
      return session.world.position - position;
    });
  };
  const sample = maker.openSession(maker.rules(nodeHost.hash));
  const envelopes = [...sample.transfers(Math.min(count, 1_000))].flatMap(({ events }) => events);
  for (const hash of [cheapHash, nodeHost.hash]) decided(hash)(); // caches their signatures from now on
  let nonce = 0;
  const rates = await interleave(effort.rounds, {
    bare: decided(cheapHash),
    hashed: decided(nodeHost.hash),
    texts: () =>
      perSecond(() => {
        for (const { text: _text, ...place } of envelopes) toEnvelope(place);
        return envelopes.length;
      }),
    digests: () =>
      perSecond(() => {
        let digest = emptyDigest;
        for (const { text } of envelopes) digest = extendDigest(nodeHost.hash, digest, text);
        return envelopes.length;
      }),
    signatures: () =>
      perSecond(() => {
        for (let index = 0; index < 200; index += 1) signEvm(someTransfer((nonce += 1)), someKey);
        return 200;
      }),
  });
  const unit = 'events/s';
  return [
    plainFigure('wallet events decided and folded, without signing and hashing', unit, rates.bare, {
      least: 200_000,
    }),
    plainFigure('the same with SHA-256', unit, rates.hashed),
    plainFigure('canonical text alone', unit, rates.texts),
    plainFigure('digest alone', unit, rates.digests),
    plainFigure('EVM signatures alone', 'signatures/s', rates.signatures),
  ];
}

const someKey = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

function someTransfer(nonce: number) {
  const fees = { maxFee: 9_000_000_000n, priorityFee: 1_000_000_000n, gasLimit: 70_000n };
  return { chainId: 11_155_111, nonce, ...fees, to: `0x${'a'.repeat(40)}`, value: 1n, data: '0x' };
}

/** Without SHA-256: distinct values for short texts (ids, keys), one value for long ones (digests). */
function cheapHash(text: string): string {
  if (text.length > 150) return '0'.repeat(64);
  let hex = '';
  for (let lane = 0; lane < 8; lane += 1) {
    let mixed = 0x811c9dc5 ^ Math.imul(lane, 0x9e3779b9);
    for (let index = 0; index < text.length; index += 1) {
      mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
    }
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    hex += ((mixed ^ (mixed >>> 13)) >>> 0).toString(16).padStart(8, '0');
  }
  return hex;
}

async function dueFigures(effort: Effort): Promise<readonly Figure[]> {
  const { DueQueue } = await importBuilt('core/engine/due-queue.js');
  const fired = Math.ceil(duesFired * effort.scale);
  const subjects = Array.from({ length: duesPending }, (_, index) => `transaction-${index}`);
  const rates = await interleave(effort.rounds, {
    queue: () => {
      const queue = new DueQueue();
      const command = { type: 'Mine' };
      const set = (subject: string, dueMs: number) =>
        queue.set({ subject, name: 'mine', class: 'progress', dueMs, command }, 1);
      for (const [index, subject] of subjects.entries()) set(subject, delayOf(index));
      return perSecond(() => {
        for (let index = 0; index < fired; index += 1) {
          const due = queue.popBy(Number.MAX_SAFE_INTEGER);
          if (due !== undefined) set(due.subject, due.dueMs + delayOf(index));
        }
        return fired;
      });
    },
    heap: () => {
      const heap: HeapEntry[] = [];
      for (const [index, subject] of subjects.entries()) {
        push(heap, { dueMs: delayOf(index), sequence: index, subject });
      }
      return perSecond(() => {
        for (let index = 0; index < fired; index += 1) {
          const entry = pop(heap);
          if (entry === undefined) break;
          const sequence = duesPending + index;
          push(heap, { ...entry, dueMs: entry.dueMs + delayOf(index), sequence });
        }
        return fired;
      });
    },
  });
  const name = `dues set and fired with ${duesPending} pending`;
  return [
    plainFigure(name, 'dues/s', rates.queue, { least: 1_000_000 }),
    comparedFigure(name, 'dues/s', rates.queue, {
      name: 'a bare binary heap',
      samples: rates.heap,
    }),
  ];
}

/** Up to 12 s, unordered. */
function delayOf(index: number): number {
  return (Math.imul(index, 0x9e3779b1) >>> 0) % 12_000;
}

interface HeapEntry {
  readonly dueMs: number;
  readonly sequence: number;
  readonly subject: string;
}

function isBefore(left: HeapEntry, right: HeapEntry): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.sequence < right.sequence);
}

function push(heap: HeapEntry[], entry: HeapEntry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || isBefore(above, entry)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

function pop(heap: HeapEntry[]): HeapEntry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    let below = heap[child];
    if (below === undefined) break;
    const right = heap[child + 1];
    if (right !== undefined && isBefore(right, below)) {
      child += 1;
      below = right;
    }
    if (isBefore(last, below)) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
  return first;
}

async function replayFigures(maker: SessionFactory, effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const file = join(folder, 'journal.db');
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const { loadWorld } = await importBuilt('core/engine/history/journal.js');
  const { replayJournal } = await importBuilt('core/engine/replay.js');
  const rules = maker.rules(nodeHost.hash);
  const session = maker.openSession(rules);
  const store = openSqliteStore({ file });
  const count = Math.ceil((eventsStored * effort.scale) / eventsPerTransfer);
  await storeSession(store, session, count);
  const events = session.world.position;
  const yieldToLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const source = { store, record, rules, yieldToLoop };
  const raw = new Database(file, { readonly: true });
  const rows = raw.prepare<[], { text: string; aside: string | null }>(
    'SELECT text, aside FROM events ORDER BY key',
  );
  try {
    const rates = await interleave(effort.rounds, {
      folded: async () => {
        const { perSecond: rate, result } = await timed(events, () => loadWorld(source));
        if (result.world.digest !== session.world.digest) throw new Error('Folded otherwise.');
        return rate;
      },
      read: async () => (await timed(events, () => readAll(store, session.world.inputs))).perSecond,
      parsed: () =>
        perSecond(() => {
          for (const { text } of rows.iterate()) JSON.parse(text);
          return events;
        }),
    });
    // Every signature is computed again, which is slow: one round suffices.
    const again = await timed(events, () => replayJournal(source));
    if (again.result.divergence !== undefined) throw new Error('Replayed otherwise.');
    const bare = { name: 'rows read and parsed by bare better-sqlite3', samples: rates.parsed };
    const unit = 'events/s';
    return [
      plainFigure('stored journal folded, with digest', unit, rates.folded, { least: 100_000 }),
      comparedFigure('stored journal folded, with digest', unit, rates.folded, bare),
      comparedFigure('stored journal read and held against its seals', unit, rates.read, bare),
      plainFigure('stored journal decided again, with signing', unit, [again.perSecond]),
    ];
  } finally {
    raw.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readAll(
  store: { read: (world: string, from: number, limit: number) => Promise<readonly JournalEntry[]> },
  inputs: number,
): Promise<void> {
  for (let from = 1; from <= inputs; from += 1_000) await store.read(record.name, from, 1_000);
}

function perSecond(work: () => number): number {
  const startedMs = performance.now();
  const count = work();
  return (count * 1_000) / (performance.now() - startedMs);
}

async function timed<T>(
  count: number,
  work: () => Promise<T>,
): Promise<{ readonly perSecond: number; readonly result: T }> {
  const startedMs = performance.now();
  const result = await work();
  return { perSecond: (count * 1_000) / (performance.now() - startedMs), result };
}
