// Opens the store of a place: the path of a SQLite file, or the URL of a PostgreSQL database.

import { StoreError, type EventStore } from '../../core/index.ts';
import { isPostgresUrl, shownUrl } from './postgres/url.ts';
import { openSqliteReader, openSqliteStore } from './sqlite/event-store.ts';
import { realPath, statsOf } from './sqlite/store-file.ts';
import type { StoreReader } from './store-reader.ts';

export interface OpenStoreOptions {
  /** The most bytes of attachments; the oldest are dropped. Default: that of the store. */
  readonly attachmentBytesMax?: number;
  /** Called with problems that do not prevent opening the store. */
  readonly onWarning: (message: string) => void;
}

/** Rejects with StoreError if it cannot be opened. */
export async function openStore(place: string, options: OpenStoreOptions): Promise<EventStore> {
  if (!isPostgresUrl(place)) return openSqliteStore({ file: place, ...options });
  const { openPostgresStore } = await import('./postgres/event-store.ts'); // when it is first needed: most runs do not need its package
  return openPostgresStore({ url: place, ...options });
}

/**
 * Opens a store to read it: nothing is created, migrated or deleted. Rejects with StoreError if there is none, or one of another
 * version.
 */
export async function openStoreReader(
  place: string,
  { onWarning }: Pick<OpenStoreOptions, 'onWarning'>,
): Promise<StoreReader> {
  if (isPostgresUrl(place)) {
    const { openPostgresReader } = await import('./postgres/event-store.ts');
    return openPostgresReader(place);
  }
  if ((statsOf(place)?.size ?? 0) === 0) {
    throw new StoreError('unavailable', `There is no store ${place}.`);
  }
  return openSqliteReader({ file: place, onWarning });
}

/** A place to show to operators, without a password. */
export function shownPlace(place: string): string {
  return isPostgresUrl(place) ? shownUrl(place) : place;
}

/** Whether two places are the same file or database, also by different names. Changes nothing. */
export async function isSamePlace(one: string, other: string): Promise<boolean> {
  if (isPostgresUrl(one) !== isPostgresUrl(other)) return false;
  if (one === other) return true;
  if (!isPostgresUrl(one)) return realPath(one) === realPath(other);
  const { postgresIdentity } = await import('./postgres/identity.ts');
  const identity = await postgresIdentity(one);
  return identity !== undefined && identity === (await postgresIdentity(other));
}
