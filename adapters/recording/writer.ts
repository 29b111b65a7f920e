// Writes the lines of a recording into a file, in one write for each turn of the event loop. What was written is whole
// up to its last line break, whatever happens then.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Envelope } from '../../core/index.ts';
import { chainStart, membersOf, type HashName } from './chain.ts';
import type { Header, Unplaced } from './format.ts';
import { createLineBuffer } from './line-buffer.ts';

export interface RecordingWriter {
  /** How many entries there are so far. */
  readonly entries: () => number;
  /** Adds an entry, which is the writer's from then on; gives its number. */
  readonly append: (entry: Unplaced) => number;
  readonly appendEvent: (event: Envelope) => void;
  /** Hands everything to the operating system. */
  readonly flush: () => void;
  /** Writes the last line and closes the file; gives the seal. */
  readonly end: (digest: string) => string;
  /** Writes what there is and closes the file. */
  readonly abandon: () => void;
}

/** What may wait to be written. */
const waitingBytesMax = 256 * 1024;

/**
 * A new file, readable by its owner only, with its header. Throws what the file system says, also where there is a file
 * already; leaves none behind then. `onFailed` is told once if a later write fails; everything behind that is dropped.
 */
export function createWriter(
  file: string,
  header: Omit<Header, 'h'>,
  onFailed: (error: unknown) => void,
): RecordingWriter {
  const descriptor = openSync(file, 'wx', 0o600);
  let isOpen = true;
  let isBegun = false;
  let count = 0;
  let hash = chainStart;
  const lines = createLineBuffer();
  let flushing: NodeJS.Immediate | undefined;

  function write([before, after]: readonly [string, string], name?: HashName): void {
    hash = lines.add(hash, before, after, name);
    if (lines.length() > waitingBytesMax) flush();
    else flushing ??= setImmediate(flush);
  }

  function flush(): void {
    clearImmediate(flushing);
    flushing = undefined;
    const bytes = lines.take();
    if (!isOpen) return;
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(descriptor, bytes, written);
      }
    } catch (error) {
      close();
      if (isBegun) return onFailed(error);
      rmSync(file, { force: true });
      throw error;
    }
  }

  function close(): void {
    clearImmediate(flushing);
    flushing = undefined;
    if (!isOpen) return;
    isOpen = false;
    closeSync(descriptor);
  }

  write(membersOf(header));
  flush();
  isBegun = true;

  return {
    entries: () => count,
    append: (entry) => {
      count += 1;
      write(membersOf(Object.assign(entry, { n: count })));
      return count;
    },
    appendEvent: (event) => {
      count += 1;
      write(eventParts(event, count));
    },
    flush,
    end: (digest) => {
      write(membersOf({ kind: 'end', entries: count, digest }, 'seal'), 'seal');
      flush();
      close();
      return hash;
    },
    abandon: () => {
      flush();
      close();
    },
  };
}

/** The members of an event's line on both sides of the chain hash: its canonical text has them in this order already. */
function eventParts({ text, position }: Envelope, n: number): readonly [string, string] {
  // Nothing inside of a string or of the data can look like this and be the last one.
  const cut = text.lastIndexOf(`,"position":${position},"stream":`);
  return [text.slice(1, cut), `"kind":"event","n":${n},${text.slice(cut + 1, -1)}`];
}
