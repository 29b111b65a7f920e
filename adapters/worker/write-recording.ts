// The thread that writes a recording: takes entries, and tells what it has done.

import { parentPort, workerData } from 'node:worker_threads';
import type { Begun, Said, Told } from '../recording/hand.ts';
import { createScribe, type Scribe } from '../recording/scribe.ts';

/** Writes the file that the thread was begun with, until it is told to end. */
function writeRecording({ file, header }: Begun): void {
  let scribe: Scribe;
  let hasFailed = false;

  function attempt(task: () => Said | undefined): void {
    try {
      const said = task();
      if (said !== undefined) say(said);
    } catch (error) {
      hasFailed = true;
      const { message, code } = error as NodeJS.ErrnoException;
      say({ failed: code === undefined ? { message } : { message, code } });
    }
  }

  attempt(() => {
    scribe = createScribe(file, header);
    return { begun: true };
  });
  parentPort?.on('message', (told: Told) => {
    if (hasFailed) return;
    attempt(() => {
      if (!('wish' in told)) {
        scribe.take(told);
        return undefined;
      }
      const { id, wish, digest = '' } = told;
      if (wish === 'end') return { done: id, seal: scribe.end(digest) };
      if (wish === 'close') scribe.close();
      return { done: id };
    });
  });
}

function say(said: Said): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(said);
}

writeRecording(workerData as Begun);
