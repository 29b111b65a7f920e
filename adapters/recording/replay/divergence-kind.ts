// Groups divergences by their presumed cause, ignoring ids, numbers and values, so that a report explains each cause once.

import type { ReplayDivergence, RecordedCause } from './divergence.ts';

/**
 * A key that is equal for divergences with the same first difference: the same member of an event of one type with the same
 * nearest cause; without such an event, the same field of an answer to the same kind of request.
 */
export function kindOfDivergence({ exchange, event, place }: ReplayDivergence): string {
  if (event !== undefined) {
    const { type, path, instead, expected, actual, causes } = event;
    const side = expected === undefined ? 'new' : actual === undefined ? 'missing' : 'other';
    return keyOf('event', type, path, side, instead?.type, nearest(causes));
  }
  if (exchange !== undefined) {
    const { kind, what, path } = exchange;
    return keyOf('exchange', kind, what.replace(/\?.*$/s, ''), path);
  }
  return keyOf('place', place?.message);
}

function nearest([cause]: readonly RecordedCause[]): string | undefined {
  if (cause === undefined) return undefined;
  return 'source' in cause ? cause.source.what.replace(/\?.*$/s, '') : cause.type;
}

function keyOf(...parts: readonly (string | undefined)[]): string {
  return JSON.stringify(parts.map((part) => part?.replaceAll(varying, '*')));
}

/** UUIDs, hashes, addresses and numbers differ from recording to recording. */
const varying =
  /\b(?:[0-9a-f]+-)+[0-9a-f]+\b|\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b|\d+/gi;
