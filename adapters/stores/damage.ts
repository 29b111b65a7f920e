// Errors of stores, for files that are not as they were written, and their reasons. Loads no database.

import { StoreError } from '../../core/index.ts';

export function damaged(world: string, reason: string): StoreError {
  return new StoreError('damaged', `The log of world '${world}' is damaged: ${reason}.`);
}

/** Parses a row's JSON. Throws StoreError 'damaged' if it is not JSON. */
export function parsed(text: string, world: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(world, `${place} is not readable`);
  }
}

/** The short reason of a database error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
}
