// Who writes for a recording: a scribe in this thread. To hand entries over to another one was measured to cost this one as
// much as to write them, and the other one as much again; and what is answered would not be with the operating system yet.

import type { Unplaced } from './format.ts';
import type { Header } from './header.ts';
import { createScribe } from './scribe.ts';

export interface Hand {
  /** Writes entries down, in order; they are given away. What fails is told through `onFailed`, once; the rest is dropped then. */
  readonly take: (entries: readonly Unplaced[]) => void;
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

/** What was taken is with the operating system at once. */
export const openHand: OpenHand = async (file, header, onFailed) => {
  const scribe = createScribe(file, header);
  let hasFailed = false;
  return {
    take(entries) {
      if (hasFailed) return;
      try {
        scribe.take(entries);
      } catch (error) {
        hasFailed = true;
        onFailed(error);
      }
    },
    end: async (digest) => scribe.end(digest),
    close: async () => scribe.close(),
  };
};
