// Changes of the tables that all channels share: counts of opened sessions, and callbacks.

import type { Table } from '../../tables/index.ts';
import type { Callback } from './callback.ts';
import type { CallbackQueued } from './events.ts';
import type { SessionOpenings } from './record.ts';

/** Counts another session on a path; returns its number among them, from 1. */
export function countOpening(openings: Table<SessionOpenings>, path: string): number {
  const count = (openings.get(path)?.count ?? 0) + 1;
  if (count === 1) openings.insert({ path, count });
  else openings.replace({ path, count });
  return count;
}

export function queueCallback(callbacks: Table<Callback>, event: CallbackQueued): void {
  const { sessionId, callbackId: id, method, message, aside } = event;
  callbacks.insert({ id, sessionId, method, message, ...aside });
}
