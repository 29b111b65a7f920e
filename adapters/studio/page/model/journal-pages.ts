// The journal of a world on a server, page by page: the next page is on its way while one is used.

import type { WorldClient } from '../../../client/index.ts';
import type { JournalEntry } from '../../../client/control-types.ts';

/** The entries so far. */
export async function* journalPages(
  world: Pick<WorldClient, 'journal'>,
): AsyncGenerator<readonly JournalEntry[], void, void> {
  let page = world.journal();
  for (;;) {
    const { entries, next } = await page;
    if (next !== null) {
      page = world.journal({ from: next });
      page.catch(() => undefined); // thrown once it is awaited
    }
    yield entries;
    if (next === null) return;
  }
}
