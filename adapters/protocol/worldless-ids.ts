// Ids of answers that no world gives an id: the request names none that is loaded, or cannot be read.

import { createHash } from 'node:crypto';
import { uuidOf } from '../../core/index.ts';

/** Draws a new id: from the number of ids drawn so far, so that equal requests to fresh servers get equal ids. */
export function createWorldlessIds(service: string): () => string {
  let drawn = 0;
  return () => {
    const id = idFrom(`worldless/${service}/${drawn}`);
    drawn += 1;
    return id;
  };
}

/** The same id for all such answers at a path. */
export function worldlessRequestId(path: string): string {
  return idFrom(path);
}

function idFrom(source: string): string {
  return uuidOf(createHash('sha256').update(source).digest('hex'));
}
