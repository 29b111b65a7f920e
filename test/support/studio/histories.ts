// Histories for views of the studio: what a page has of a world, from random sessions.

import type { WorldPast } from '../../../core/index.ts';
import { WorldHistory } from '../../../adapters/studio/page/model/world-history.ts';
import type { Action } from '../arbitraries/actions.ts';
import { sessionOf, type Session } from '../arbitraries/session.ts';
import { sessionRecord } from '../engine/stored-snapshots.ts';

export async function historyOf({ entries }: Pick<Session, 'entries'>): Promise<WorldHistory> {
  const history = new WorldHistory(sessionRecord('session'));
  await history.extend(entries);
  return history;
}

export const sessionHistory = (actions: readonly Action[]): Promise<WorldHistory> =>
  historyOf(sessionOf(actions));

/** The moment at the end. */
export const lastMoment = (past: WorldPast) => past.at({ position: past.position });
