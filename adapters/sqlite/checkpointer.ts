// Moves the write-ahead log into the store file beside the event loop. SQLite by itself does so within a commit, where
// everybody waits for the disk. The thread does no more than to ask SQLite for it on a connection of its own, so a kill at
// any moment loses as little as without it.

import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { CheckpointThread } from './checkpoint-thread.ts';
import type { Durability } from './database.ts';

export interface Checkpointer {
  /** Told of what was committed, in about as many bytes as the log has got. */
  readonly committed: (bytes: number) => void;
  /** Resolves when the thread has ended; what is still in the log stays there. */
  readonly close: () => Promise<void>;
}

export interface CheckpointerOptions extends Pick<CheckpointThread, 'file'> {
  readonly durability: Durability;
  /** What the thread runs; beside this file unless told otherwise. */
  readonly module?: URL;
  /** How much is written until the thread is asked again. */
  readonly everyBytes?: number;
  /** The length of the log at which it is begun again. */
  readonly logPagesMax?: number;
}

/** As much as SQLite by itself would let come together, about. */
const everyBytesDefault = 4 * 1024 * 1024;
/** 48 MiB. Those who write while the thread works make the log longer; it is begun again only once all of it was moved. */
const logPagesMaxDefault = 12 * 1024;
/** When SQLite moves the log after all, because the thread does not keep up; and when it does without a thread. */
const backstopPages = 24 * 1024;
const ownPages = 1_000;
/** To what a log that has become longer is cut when it is begun again. */
const logBytesKept = 64 * 1024 * 1024;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const moduleDefault = new URL(`./checkpoint-thread.${extension}`, import.meta.url);

/** The thread is started when it is first needed; where that fails, SQLite does it by itself. */
export function createCheckpointer(
  database: Database,
  {
    file,
    durability,
    module = moduleDefault,
    everyBytes = everyBytesDefault,
    logPagesMax = logPagesMaxDefault,
  }: CheckpointerOptions,
): Checkpointer {
  const path = resolve(file); // the process may go elsewhere before the thread starts
  let thread: Worker | undefined;
  let state: 'resting' | 'moving' | 'gone' = database.memory ? 'gone' : 'resting';
  let bytes = 0;

  function start(): Worker {
    const workerData: CheckpointThread = { file: path, synchronous: durability, logPagesMax };
    const started = new Worker(module, { workerData });
    started.on('message', moved);
    started.on('error', giveUp);
    started.on('exit', giveUp);
    started.unref();
    database.pragma(`wal_autocheckpoint = ${backstopPages}`);
    database.pragma(`journal_size_limit = ${logBytesKept}`);
    return started;
  }

  function ask(): void {
    state = 'moving';
    try {
      thread ??= start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('move');
    } catch {
      giveUp(); // a process that may have no threads, say
    }
  }

  /** Hardly anything is left to be moved of a long log: once that is done too, the next commit begins it again. */
  function moved(logPages: number): void {
    if (state === 'gone') return;
    state = 'resting';
    if (logPages <= logPagesMax) return;
    try {
      database.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk, say: the next commits meet it too, and tell of it.
    }
  }

  function giveUp(): void {
    if (state === 'gone') return;
    state = 'gone';
    database.pragma(`wal_autocheckpoint = ${ownPages}`);
  }

  return {
    committed(count) {
      bytes += count;
      if (bytes < everyBytes || state !== 'resting') return;
      bytes = 0;
      ask();
    },
    async close() {
      state = 'gone';
      const ending = thread;
      if (ending === undefined || ending.threadId === -1) return; // it never was, or has ended by itself
      ending.ref();
      await new Promise((ended) => {
        ending.once('exit', ended);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        ending.postMessage('end');
      });
    },
  };
}
