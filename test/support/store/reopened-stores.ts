// Both kinds of store, opened again as another process would.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../../adapters/stores/sqlite/event-store.ts';
import type { EventStore } from '../../../core/index.ts';

/** Opens the same store again. */
export type Reopen = () => EventStore;

/** A new store of each kind; `newFile` names a file that does not exist. */
export const reopenedStores = (
  newFile: () => string,
): readonly (readonly [name: string, create: () => Reopen])[] => [
  [
    'memory',
    () => {
      const store = createMemoryStore();
      return () => store;
    },
  ],
  [
    'sqlite',
    () => {
      const file = newFile();
      return () => openSqliteStore({ file });
    },
  ],
];
