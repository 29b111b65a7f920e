// Moves the write-ahead log into the store file in a thread. SQLite would do so within a commit, where all requests wait for the
// disk. The thread only runs SQLite's checkpoint on its own connection, so a kill at any moment loses no more than without it.

import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { CheckpointThread } from './checkpoint-thread.ts';
import type { Durability } from '../durability.ts';

export interface Checkpointer {
  /** Call after each commit with the approximate number of bytes that it added to the log. */
  readonly committed: (bytes: number) => void;
  /** Resolves when the thread has ended; the rest of the log stays. */
  readonly close: () => Promise<void>;
}

export interface CheckpointerOptions extends Pick<CheckpointThread, 'file'> {
  readonly durability: Durability;
  /** The module of the thread. Default: checkpoint-thread beside this file. */
  readonly module?: URL;
  /** The thread moves the log after so many committed bytes. */
  readonly everyBytes?: number;
  /** A longer log is restarted from its beginning. */
  readonly logPagesMax?: number;
}

/** SQLite's own default, about. */
const everyBytesDefault = 4 * 1024 * 1024;
/** 48 MiB. The log grows while the thread works, and restarts only once all of it has been moved. */
const logPagesMaxDefault = 12 * 1024;
/** SQLite moves a log of this length itself if the thread does not keep up. */
const autoPagesWithThread = 24 * 1024;
const autoPagesWithoutThread = 1_000;
/** A longer log file is truncated to this size when the log restarts. */
const logFileBytesMax = 64 * 1024 * 1024;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const moduleDefault = new URL(`./checkpoint-thread.${extension}`, import.meta.url);

/** The thread starts when it is first needed; without one, SQLite moves the log within commits. */
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
  const path = resolve(file); // the working directory may change before the thread starts
  let thread: Worker | undefined;
  let state: 'idle' | 'moving' | 'ended' = database.memory ? 'ended' : 'idle';
  let bytes = 0;

  function start(): Worker {
    const workerData: CheckpointThread = { file: path, synchronous: durability, logPagesMax };
    const started = new Worker(module, { workerData });
    started.on('message', onMoved);
    started.on('error', onEnded);
    started.on('exit', onEnded);
    started.unref();
    database.pragma(`wal_autocheckpoint = ${autoPagesWithThread}`);
    database.pragma(`journal_size_limit = ${logFileBytesMax}`);
    return started;
  }

  function moveLog(): void {
    state = 'moving';
    try {
      thread ??= start();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage('move');
    } catch {
      onEnded(); // such as a process that may not start threads
    }
  }

  /** Moves the small rest of a long log: then the next commit restarts it. */
  function onMoved(logPages: number): void {
    if (state === 'ended') return;
    state = 'idle';
    if (logPages <= logPagesMax) return;
    try {
      database.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // Such as a full disk: the next commit reports it.
    }
  }

  function onEnded(): void {
    if (state === 'ended') return;
    state = 'ended';
    database.pragma(`wal_autocheckpoint = ${autoPagesWithoutThread}`);
  }

  return {
    committed(count) {
      bytes += count;
      if (bytes < everyBytes || state !== 'idle') return;
      bytes = 0;
      moveLog();
    },
    async close() {
      state = 'ended';
      const ending = thread;
      if (ending === undefined || ending.threadId === -1) return; // never started, or has ended by itself
      ending.ref();
      await new Promise((ended) => {
        ending.once('exit', ended);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        ending.postMessage('end');
      });
    },
  };
}
