// The state of the speech domain: its open sessions. Only evolve writes them.

import type { Context, Genesis } from '../kernel/context.ts';
import type { ReadonlyState } from '../tables/index.ts';
import { sessionTable, type SessionTable } from './tables.ts';

export interface SpeechState {
  readonly sessions: SessionTable;
}

export type ReadonlySpeechState = ReadonlyState<SpeechState>;

export function initialState(_genesis: Genesis, _context: Context): SpeechState {
  return { sessions: sessionTable() };
}
