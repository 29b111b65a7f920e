// What the operations of an open store share.

import { omitUndefined, StoreError } from '../../../core/index.ts';
import type { Connections, RunSql } from './connection.ts';
import { unavailable, type StatementFailure } from './failure.ts';
import type { PostgresLimits } from './limits.ts';
import type { Owners } from './owners.ts';
import { patiently } from './patience.ts';

export interface StoreContext {
  readonly owners: Owners;
  readonly connections: Connections;
  readonly limits: PostgresLimits;
  /** The URL as it is shown. */
  readonly place: string;
  readonly isClosed: () => boolean;
}

/** Reads, or changes what may be changed twice: repeated after a lost answer, too. Rejects with StoreError. */
export async function repeatedly<T>(
  context: StoreContext,
  work: (run: RunSql) => Promise<T>,
  operation = 'read',
): Promise<T> {
  return patiently({ ...patienceOf(context, operation), isRepeatable: true }, async () =>
    work(context.connections.run),
  );
}

/** A change, as one statement or transaction. Rejects with the StatementFailure of a lost answer. */
export async function once<T>(context: StoreContext, work: () => Promise<T>): Promise<T> {
  return patiently({ ...patienceOf(context, 'write to'), isRepeatable: false }, work);
}

/**
 * Finds out what became of a change whose answer was lost: `work` fences it and reads back. Rejects with StoreError 'unavailable' if
 * the server stays away for too long: then it is uncertain whether it was carried out.
 */
export async function settled<T>(
  context: StoreContext,
  work: (run: RunSql) => Promise<T>,
): Promise<T> {
  const { limits, connections } = context;
  const patience = {
    ...patienceOf(context, 'write to'),
    awayMsMax: limits.settleMsMax,
    isClosed: () => false, // a close waits for it
    isRepeatable: true,
  };
  try {
    return await patiently(patience, async () => work(connections.run));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { code, message, cause, detail } = error;
    throw new StoreError(code, message, { cause, isUncertain: true, ...omitUndefined({ detail }) });
  }
}

function patienceOf({ place, limits, isClosed }: StoreContext, operation: string) {
  const failed = (failure: StatementFailure) => unavailable(operation, place, failure);
  return { failed, awayMsMax: limits.awayMsMax, isClosed };
}

/** The error of a change whose answer was lost, and that was not carried out. */
export function notStored(context: StoreContext, failure: StatementFailure): StoreError {
  return unavailable('write to', context.place, failure);
}
