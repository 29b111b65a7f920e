// Names of the worlds of a store, for work on one world after the other.

import type { StoreReader } from './store-reader.ts';

const namesPerPage = 200;

/** The number of names that `worldNames` would give. */
export async function countWorldNames(...of: Parameters<typeof worldNames>): Promise<number> {
  let count = 0;
  for await (const _name of worldNames(...of)) count += 1;
  return count;
}

/** All names in the order of code units, or only these. A world that is created meanwhile may be left out. */
export async function* worldNames(
  store: Pick<StoreReader, 'worlds'>,
  only?: readonly string[],
): AsyncIterable<string> {
  if (only !== undefined) {
    yield* [...new Set(only)].sort();
    return;
  }
  for (let after: string | undefined; ;) {
    const page = await store.worlds({ after, limit: namesPerPage });
    for (const { name } of page) yield name;
    after = page.at(-1)?.name;
    if (page.length < namesPerPage) return;
  }
}
