// What a store says of a file that is not as it was written.

import { StoreError } from '../../core/index.ts';

export function damaged(world: string, what: string): StoreError {
  return new StoreError('damaged', `The log of world '${world}' is damaged: ${what}.`);
}

/** The data in a row; StoreError 'damaged' if it is none. */
export function parsed(text: string, world: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(world, `${place} is not readable`);
  }
}
