// Numbers the entries of a recording and hands them over, those of one turn of the event loop together.

import { turnEnd } from '../turn-end.ts';
import type { Unplaced } from './format.ts';
import type { Hand } from './hand.ts';

export interface RecordingWriter {
  /** How many entries there are so far. */
  readonly entries: () => number;
  /** Adds an entry; gives its number. */
  readonly append: (entry: Unplaced) => number;
  /** Writes down what there is. */
  readonly flush: () => void;
  /** Writes the last line and closes the file; gives the seal. Rejects where it cannot be written. */
  readonly end: (digest: string) => Promise<string>;
  /** Writes what there is and closes the file. */
  readonly abandon: () => Promise<void>;
}

/** The most entries that are handed over together. */
const entriesMax = 1_000;

export function createWriter(hand: Hand): RecordingWriter {
  let count = 0;
  let entries: Unplaced[] = [];
  let isPutOff = false;

  function handOver(): void {
    isPutOff = false;
    if (entries.length === 0) return;
    const taken = entries;
    entries = [];
    hand.take(taken);
  }

  return {
    entries: () => count,
    append: (entry) => {
      count += 1;
      entries.push(entry);
      if (entries.length >= entriesMax) handOver();
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
