// Who writes for a recording, and where: a scribe in this thread, or in one of its own, so that those who are recorded do not
// wait for redaction, hashes and the disk.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Draft } from './draft.ts';
import type { Header } from './format.ts';
import { createScribe } from './scribe.ts';

export interface Hand {
  /** Writes entries down, in order; they are given away. What fails is told through `onFailed`, once; the rest is dropped then. */
  readonly take: (drafts: readonly Draft[]) => void;
  /** Resolves when everything so far is with the operating system, or has failed. */
  readonly drained: () => Promise<void>;
  /** Writes the last line and closes the file; gives the seal. Rejects where it cannot be written. */
  readonly end: (digest: string) => Promise<string>;
  /** Closes the file behind what was taken. */
  readonly close: () => Promise<void>;
}

/** Begins a file. Rejects with what the file system says, also where there is a file already, and leaves none behind. */
export type OpenHand = (
  file: string,
  header: Omit<Header, 'h'>,
  onFailed: (error: unknown) => void,
) => Promise<Hand>;

/** A scribe in this thread: what was taken is written at once. */
export const openOwnHand: OpenHand = async (file, header, onFailed) => {
  const scribe = createScribe(file, header);
  let hasFailed = false;
  return {
    take(drafts) {
      if (hasFailed) return;
      try {
        scribe.take(drafts);
      } catch (error) {
        hasFailed = true;
        onFailed(error);
      }
    },
    drained: async () => undefined,
    end: async (digest) => scribe.end(digest),
    close: async () => scribe.close(),
  };
};

/** What goes to a thread behind its beginning: entries, or something to do and to tell of. */
export type Told = readonly Draft[] | Wish;

export interface Wish {
  readonly id: number;
  readonly wish: 'drain' | 'end' | 'close';
  readonly digest?: string;
}

/** What a thread begins with. */
export interface Begun {
  readonly file: string;
  readonly header: Omit<Header, 'h'>;
}

/** What comes back from it. The first thing is that it has begun, or failed. */
export type Said =
  | { readonly begun: true }
  | { readonly done: number; readonly seal?: string }
  | { readonly failed: { readonly message: string; readonly code?: string } };

/** The most entries that may wait for a thread; so far behind it never catches up. */
export const backlogMax = 500_000;

/** Gives hands that write in threads; `module` calls `writeRecording`. */
export const threadHands =
  (module: URL, waitingMax = backlogMax): OpenHand =>
  async (file, header, onFailed) => {
    const begun: Begun = { file, header };
    const worker = new Worker(module, { workerData: begun });
    const wishes = new Map<number, (said: { readonly seal?: string }) => void>();
    let failure: Error | undefined;
    /** How many entries were handed over, and how many of them are known to be written. */
    let handed = 0;
    let written = 0;
    let isLooking = false;
    let asked = 0;

    const [first] = (await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(() => [{ failed: { message: 'The thread has ended.' } }]),
    ])) as [Said];
    if ('failed' in first) {
      await worker.terminate(); // it still listens, which would keep the process from its end
      throw errorOf(first.failed);
    }
    worker.unref();

    function fail(error: Error): void {
      if (failure !== undefined) return;
      failure = error;
      onFailed(error);
      for (const give of wishes.values()) give({});
      wishes.clear();
    }

    worker.on('message', (said: Said) => {
      if ('failed' in said) return fail(errorOf(said.failed));
      if (!('done' in said)) return;
      const give = wishes.get(said.done);
      wishes.delete(said.done);
      if (wishes.size === 0) worker.unref();
      give?.(said);
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('The thread that writes the recording has ended.')));

    function tell(told: Told): void {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(told);
    }

    function ask(wish: Omit<Wish, 'id'>): Promise<{ readonly seal?: string }> {
      if (failure !== undefined) return Promise.resolve({});
      asked += 1;
      const id = asked;
      worker.ref(); // somebody waits for it
      return new Promise((resolve) => {
        wishes.set(id, resolve);
        tell({ id, ...wish });
      });
    }

    async function leave(): Promise<void> {
      worker.removeAllListeners('exit');
      await worker.terminate();
    }

    async function drained(): Promise<void> {
      const sofar = handed;
      await ask({ wish: 'drain' });
      written = Math.max(written, sofar);
    }

    /** Sees now and then how far the thread is. */
    async function look(): Promise<void> {
      isLooking = true;
      await drained();
      isLooking = false;
    }

    return {
      take(drafts) {
        if (failure !== undefined) return;
        handed += drafts.length;
        if (handed - written > waitingMax) {
          return fail(new Error('The recording is written more slowly than it grows.'));
        }
        tell(drafts);
        if (!isLooking && handed - written > waitingMax / 10) void look();
      },
      drained,
      async end(digest) {
        const { seal } = await ask({ wish: 'end', digest });
        await leave();
        if (seal === undefined) throw failure ?? new Error('The recording has no end.');
        return seal;
      },
      async close() {
        await ask({ wish: 'close' });
        await leave();
      },
    };
  };

function errorOf({ message, code }: { readonly message: string; readonly code?: string }): Error {
  return code === undefined ? new Error(message) : Object.assign(new Error(message), { code });
}
