// The other end of a checkpointer: a thread with a connection of its own to the store file.

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Durability } from './database.ts';

/** What the thread is told when it starts. */
export interface CheckpointThread {
  readonly file: string;
  readonly synchronous: Durability;
  /** Of a longer log the rest is moved at once, so that next to nothing is left when the answer comes. */
  readonly logPagesMax: number;
}

const { file, synchronous, logPagesMax } = workerData as CheckpointThread;
const database = new Database(file, { fileMustExist: true });
database.pragma(`synchronous = ${synchronous}`);

/** Waits for nobody, and nobody for it. Tells how many pages the log has. */
function move(): number {
  const [row] = database.pragma('wal_checkpoint(PASSIVE)') as readonly { readonly log: number }[];
  return row?.log ?? 0;
}

function movedPages(): number {
  try {
    const pages = move();
    return pages > logPagesMax ? move() : pages;
  } catch {
    return 0; // a full disk, say: the next commits meet it too, and tell of it
  }
}

parentPort?.on('message', (told: 'move' | 'end') => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  if (told === 'move') return parentPort?.postMessage(movedPages());
  database.close();
  parentPort?.close();
});
