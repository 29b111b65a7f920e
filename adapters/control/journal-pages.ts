// The journal of a world, read on demand: stored entries page by page, then those that are committed next.

import type { Engine, JournalEntry, World } from '../../core/index.ts';
import { journalPageMax, pageCharsMax } from '../protocol/limits.ts';

type JournalStore = Pick<Engine['store'], 'read'>;

export interface JournalPage {
  readonly entries: readonly JournalEntry[];
  /** Whether no entry is after them. */
  readonly isLast: boolean;
}

/** The stored entries from an input on, until there are so many, or their events are as long as a page may be. */
export async function journalPage(
  store: JournalStore,
  world: World,
  from: number,
  limit: number,
): Promise<JournalPage> {
  const read = await store.read(world.record.name, from, limit);
  let chars = 0;
  const end = read.findIndex(({ events }) => {
    for (const { text } of events) chars += text.length;
    return chars > pageCharsMax;
  });
  const entries = end === -1 ? read : read.slice(0, end + 1);
  return { entries, isLast: end === -1 && read.length < limit };
}

/** Without end, until the world is removed or reset. One page is in memory, whatever is committed meanwhile. */
export async function* journalPages(
  store: JournalStore,
  world: World,
  first: number,
  ended: AbortSignal,
): AsyncGenerator<readonly JournalEntry[], undefined, void> {
  let from = first;
  let isOver = ended.aborted;
  let wake: () => void = () => undefined;
  let hasNews = true;
  const tell = () => {
    hasNews = true;
    wake();
  };
  const stop = () => {
    isOver = true;
    wake();
  };
  const commits = world.commits$.subscribe({ next: tell, complete: stop, error: stop });
  ended.addEventListener('abort', stop);
  try {
    while (!isOver) {
      hasNews = false;
      const { entries, isLast } = await journalPage(store, world, from, journalPageMax);
      from = (entries.at(-1)?.input.n ?? from - 1) + 1;
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
