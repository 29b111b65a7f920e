// The thread of a checkpointer, with its own connection to the store file.

import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import type { Durability } from '../durability.ts';

/** The thread's options. */
export interface CheckpointThread {
  readonly file: string;
  readonly synchronous: Durability;
  /** If the log is longer, it is moved twice, so that almost nothing is left when the answer is sent. */
  readonly logPagesMax: number;
}

const { file, synchronous, logPagesMax } = workerData as CheckpointThread;
const database = openConnection(file, { fileMustExist: true });
database.pragma(`synchronous = ${synchronous}`);

/** Moves log pages without blocking writers. Returns the length of the log in pages. */
function move(): number {
  const [row] = database.pragma('wal_checkpoint(PASSIVE)') as readonly { readonly log: number }[];
  return row?.log ?? 0;
}

function movedPages(): number {
  try {
    const pages = move();
    return pages > logPagesMax ? move() : pages;
  } catch {
    return 0; // such as a full disk: the next commit reports it
  }
}

parentPort?.on('message', (order: 'move' | 'end') => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  if (order === 'move') return parentPort?.postMessage(movedPages());
  database.close();
  parentPort?.close();
});
