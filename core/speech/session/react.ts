// The dues that sessions of several channels have.

import type { Due, DueChange } from '../../kernel/due.ts';
import type { Command } from '../../kernel/message.ts';
import type { EndIdleSession, EndOldSession } from './commands.ts';
import type { SessionBase } from './record.ts';

/** The reaction to an event that moves no due. */
export const noDues: readonly never[] = [];

type SetChange<C extends Command> = { readonly change: 'set' } & Due<C>;

/** Ends the session after `idleMs` without a frame. Each call moves the instant. */
export function idle(session: SessionBase, atMs: number): readonly DueChange<EndIdleSession>[] {
  const { id: sessionId, limits } = session;
  if (limits.idleMs === null) return noDues;
  return [timeout(session, 'idle', atMs + limits.idleMs, { type: 'EndIdleSession', sessionId })];
}

/** Ends the session at this age. */
export function age(session: SessionBase, ageMsMax: number): DueChange<EndOldSession> {
  const { id: sessionId, openedMs } = session;
  return timeout(session, 'age', openedMs + ageMsMax, { type: 'EndOldSession', sessionId });
}

export function progress<C extends Command>(
  { id: subject }: SessionBase,
  name: string,
  dueMs: number,
  command: C,
): SetChange<C> {
  return { change: 'set', subject, name, class: 'progress', dueMs, command };
}

export function timeout<C extends Command>(
  { id: subject }: SessionBase,
  name: string,
  dueMs: number,
  command: C,
): SetChange<C> {
  return { change: 'set', subject, name, class: 'timeout', dueMs, command };
}

export function clear(subject: string, name: string): DueChange<never> {
  return { change: 'clear', subject, name };
}
