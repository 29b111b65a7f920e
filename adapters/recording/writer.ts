// Numbers the entries of a recording and hands them over, those of one turn of the event loop together.

import { turnEnd } from '../turn-end.ts';
import type { Draft } from './draft.ts';
import type { Hand } from './hand.ts';

export interface RecordingWriter {
  /** How many entries there are so far. */
  readonly entries: () => number;
  /** Adds an entry; gives its number. */
  readonly append: (draft: Draft) => number;
  /** Writes down what there is. */
  readonly flush: () => void;
  /** Writes the last line and closes the file; gives the seal. Rejects where it cannot be written. */
  readonly end: (digest: string) => Promise<string>;
  /** Writes what there is and closes the file. */
  readonly abandon: () => Promise<void>;
}

/** The most entries that are handed over together. */
const draftsMax = 1_000;

export function createWriter(hand: Hand): RecordingWriter {
  let count = 0;
  let drafts: Draft[] = [];
  let isPutOff = false;

  function handOver(): void {
    isPutOff = false;
    if (drafts.length === 0) return;
    const taken = drafts;
    drafts = [];
    hand.take(taken);
  }

  return {
    entries: () => count,
    append: (draft) => {
      count += 1;
      drafts.push(draft);
      if (drafts.length >= draftsMax) handOver();
      else if (!isPutOff) {
        isPutOff = true;
        turnEnd.record(handOver); // what is answered is with the operating system by then
      }
      return count;
    },
    flush: handOver,
    end: (digest) => {
      handOver();
      return hand.end(digest);
    },
    abandon: () => {
      handOver();
      return hand.close();
    },
  };
}
