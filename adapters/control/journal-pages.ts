// The journal of a world, read and printed on demand: stored entries page by page, then those that are committed next.

import type { Engine, World } from '../../core/index.ts';
import { journalPageMax, pageCharsMax } from '../protocol/limits.ts';
import { Slices } from '../protocol/slices.ts';
import { printEntry } from './wire/journal.ts';

type JournalStore = Pick<Engine['store'], 'read'>;

/** The entry of an input, in the form of the control plane. */
export interface PrintedEntry {
  /** The number of the input. */
  readonly n: number;
  readonly text: string;
}

export interface JournalPage {
  readonly entries: readonly PrintedEntry[];
  /** Whether all stored entries have been read. */
  readonly isLast: boolean;
}

/** The most entries that are read from the store at once. */
const entriesPerRead = 50;

/** The stored entries from an input on: up to so many, or until their texts are as long as a page may be. Pauses within a long page. */
export async function journalPage(
  store: JournalStore,
  world: World,
  from: number,
  limit: number,
): Promise<JournalPage> {
  const slices = new Slices();
  const entries: PrintedEntry[] = [];
  let chars = 0;
  while (entries.length < limit) {
    const count = Math.min(entriesPerRead, limit - entries.length);
    const read = await store.read(world.record.name, from + entries.length, count);
    for (const entry of read) {
      const text = printEntry(entry);
      entries.push({ n: entry.input.n, text });
      chars += text.length;
      if (chars >= pageCharsMax) return { entries, isLast: false };
      if (slices.isOver) await slices.pause();
    }
    if (read.length < count) return { entries, isLast: true };
  }
  return { entries, isLast: false };
}

/** Without end, until the world is removed or reset. One page is in memory, whatever is committed meanwhile. */
export async function* journalPages(
  store: JournalStore,
  world: World,
  first: number,
  ended: AbortSignal,
): AsyncGenerator<readonly PrintedEntry[], undefined, void> {
  let from = first;
  let isOver = ended.aborted;
  let wake: () => void = () => undefined;
  let hasNews = true;
  const onCommit = () => {
    hasNews = true;
    wake();
  };
  const stop = () => {
    isOver = true;
    wake();
  };
  const commits = world.commits$.subscribe({ next: onCommit, complete: stop, error: stop });
  ended.addEventListener('abort', stop);
  try {
    while (!isOver) {
      hasNews = false;
      const { entries, isLast } = await journalPage(store, world, from, journalPageMax);
      if (isOver) break; // after a reset the store has the entries of another world
      from = (entries.at(-1)?.n ?? from - 1) + 1;
      if (entries.length > 0) yield entries;
      if (!isLast || hasNews || isOver) continue;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return undefined;
  } finally {
    ended.removeEventListener('abort', stop);
    commits.unsubscribe();
  }
}
