// Stores that a verb opens: their failures as sentences with exit codes, and a signal that ends the verb.

import { resolve } from 'node:path';
import { StoreError, type EventStore } from '../../../core/index.ts';
import {
  openStore,
  openStoreReader,
  shownPlace,
  type OpenStoreOptions,
} from '../../stores/open-store.ts';
import { isPostgresUrl } from '../../stores/postgres/url.ts';
import type { StoreReader } from '../../stores/store-reader.ts';
import { listed } from '../../wording.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';

/** A store as the operator has named it: a file is relative to the working directory. */
export interface NamedStore {
  readonly place: string;
  /** Without a password. */
  readonly shown: string;
}

export function namedStore(text: string, { cwd }: CliHost): NamedStore {
  return { place: isPostgresUrl(text) ? text : resolve(cwd, text), shown: shownPlace(text) };
}

/** Opens a store for some work, and closes it. Rejects with CliError if that fails. */
export async function withStore<T>(
  named: NamedStore,
  options: OpenStoreOptions,
  work: (store: EventStore) => Promise<T>,
): Promise<T> {
  return closedAfter(named, async () => openStore(named.place, options), work);
}

/** As `withStore`, for an existing store that is only read. */
export async function withStoreReader<T>(
  named: NamedStore,
  options: Pick<OpenStoreOptions, 'onWarning'>,
  work: (store: StoreReader) => Promise<T>,
): Promise<T> {
  return closedAfter(named, async () => openStoreReader(named.place, options), work);
}

async function closedAfter<Store extends Pick<StoreReader, 'close'>, T>(
  { place, shown }: NamedStore,
  open: () => Promise<Store>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await plainly(open);
  try {
    return await plainly(async () => work(store));
  } finally {
    await plainly(async () => store.close());
  }

  /** A failure of a store as a sentence. */
  async function plainly<R>(act: () => Promise<R>): Promise<R> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const code = error.code === 'damaged' ? exitCodes.unreadable : exitCodes.usage;
      const message = error.detail ?? error.message;
      throw new CliError(message.replaceAll(place, shown), code);
    }
  }
}

/** Rejects with CliError if the operator has named a world that the store does not have. */
export async function checkWorldsExist(
  store: StoreReader,
  { shown }: NamedStore,
  names: readonly string[] = [],
): Promise<void> {
  for (const name of names) {
    if (await exists(store, name)) continue;
    const some = await store.worlds({ limit: namesShownMax });
    const known = listed(some.map((world) => world.name));
    throw new CliError(`There is no world '${name}' in ${shown}; the first ones are: ${known}.`);
  }
}

const namesShownMax = 10;

/** Also a world whose record is damaged. */
async function exists(store: StoreReader, name: string): Promise<boolean> {
  try {
    return (await store.find(name)) !== undefined;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return true;
    throw error;
  }
}

/** Is aborted by the first signal to stop the process. */
export function stopSignal({ stopped }: CliHost): AbortSignal {
  const stopping = new AbortController();
  void stopped().then(() => stopping.abort());
  return stopping.signal;
}
