// The store of `serve`: in memory, a SQLite file, or a database of PostgreSQL.

import { StoreError, type EventStore } from '../../../core/index.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import { shownPlace } from '../../stores/open-store.ts';
import { isPostgresUrl } from '../../stores/postgres/url.ts';
import type { SqliteOptions } from '../../stores/sqlite/event-store.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { newRunFile } from '../support/local-files.ts';
import type { ServeOptions } from './serve-options.ts';

/** Where a server stores. */
export interface StorePlace {
  /** Undefined: in memory. */
  readonly place: string | undefined;
  /** As `place`, without a password. */
  readonly shown: string | undefined;
  /** The file of this run, which is removed if the server does not start. */
  readonly ownFile: string | undefined;
}

/** Throws CliError if `--store` is no URL of PostgreSQL, without repeating it: it may have a password. */
export function storePlaceOf(
  { store, data, memory }: ServeOptions,
  { cwd, now, processId }: CliHost,
): StorePlace {
  if (memory === true) return { place: undefined, shown: undefined, ownFile: undefined };
  if (store !== undefined) {
    if (isPostgresUrl(store)) return { place: store, shown: shownPlace(store), ownFile: undefined };
    throw notPostgres();
  }
  if (data !== undefined) return { place: data, shown: data, ownFile: undefined };
  const ownFile = newRunFile(cwd, now(), processId);
  return { place: ownFile, shown: ownFile, ownFile };
}

/** Does not repeat what was given: it may have a password. */
export function notPostgres(): CliError {
  return new CliError(
    '--store needs a URL of PostgreSQL, such as postgres://user@host:5432/database; the flag of a SQLite file is --data.',
  );
}

/** Rejects with CliError if the store cannot be opened. */
export async function openServedStore(
  { place }: StorePlace,
  { durability, attachmentBytesMax }: Pick<ServeOptions, 'durability' | 'attachmentBytesMax'>,
  callbacks: Required<Pick<SqliteOptions, 'onWarning' | 'onLost'>>,
): Promise<EventStore> {
  const limits = attachmentBytesMax === undefined ? {} : { attachmentBytesMax };
  if (place === undefined) return createMemoryStore(limits);
  try {
    if (isPostgresUrl(place)) {
      const { openPostgresStore } = await import('../../stores/postgres/event-store.ts');
      const { onWarning } = callbacks;
      return await openPostgresStore({ url: place, durability, ...limits, onWarning });
    }
    const { openSqliteStore } = await import('../../stores/sqlite/event-store.ts');
    return openSqliteStore({ file: place, durability, ...limits, ...callbacks });
  } catch (error) {
    throw storeFailure(error);
  }
}

/** A failure of a store as a sentence with an exit code. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new CliError(
    error.detail ?? error.message,
    error.code === 'damaged' ? exitCodes.unreadable : exitCodes.usage,
  );
}
