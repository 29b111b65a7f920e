// Opens the store of a place: the path of a SQLite file, or the URL of a PostgreSQL database.

import { StoreError, type EventStore } from '../../core/index.ts';
import { withoutCredentials } from '../url-credentials.ts';
import { openSqliteStore } from './sqlite/event-store.ts';
import { realPath, statsOf } from './sqlite/store-file.ts';

export interface OpenStoreOptions {
  /** Refuses a file that does not exist, instead of creating it. */
  readonly mustExist?: boolean;
  /** The most bytes of attachments; the oldest are dropped. Default: that of the store. */
  readonly attachmentBytesMax?: number;
  /** Called with problems that do not prevent opening the store. */
  readonly onWarning: (message: string) => void;
}

/** Rejects with StoreError if it cannot be opened. */
export async function openStore(place: string, options: OpenStoreOptions): Promise<EventStore> {
  if (isPostgresUrl(place)) return openPostgres(place, options);
  const { mustExist = false, ...rest } = options;
  if (mustExist && (statsOf(place)?.size ?? 0) === 0) {
    throw new StoreError('unavailable', `There is no store ${place}.`);
  }
  return openSqliteStore({ file: place, ...rest });
}

export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//i.test(place);
}

/** A place to show to operators, without a password. */
export function shownPlace(place: string): string {
  return isPostgresUrl(place) ? withoutCredentials(place) : place;
}

/** Whether two places are the same file or URL. */
export function isSamePlace(one: string, other: string): boolean {
  if (isPostgresUrl(one) || isPostgresUrl(other)) return one === other;
  return realPath(one) === realPath(other);
}

/** Imported when it is first needed: most runs do not need its package. */
async function openPostgres(
  url: string,
  { mustExist = false, ...options }: OpenStoreOptions,
): Promise<EventStore> {
  if (mustExist) {
    const { postgresStatus } = await import('./postgres/status.ts');
    const { schemaVersion, place } = await postgresStatus(url);
    if (schemaVersion === 0) throw new StoreError('unavailable', `There is no store at ${place}.`);
  }
  const { openPostgresStore } = await import('./postgres/event-store.ts');
  return openPostgresStore({ url, ...options });
}
