// The state of the speech domain. Only evolve writes it.

import type { ReadonlyState } from '../tables/index.ts';
import {
  agentTable,
  callbackTable,
  openingsTable,
  scriptTable,
  sessionTable,
  soundTable,
  type AgentTable,
  type CallbackTable,
  type OpeningsTable,
  type ScriptTable,
  type SessionTable,
  type SoundTable,
} from './tables.ts';

export interface SpeechState {
  /** The open ones. */
  readonly sessions: SessionTable;
  readonly openings: OpeningsTable;
  readonly scripts: ScriptTable;
  /** Those that the operator has registered. */
  readonly agents: AgentTable;
  /** Those without an outcome. */
  readonly callbacks: CallbackTable;
  /** Those that are known again by their fingerprints. */
  readonly sounds: SoundTable;
}

export type ReadonlySpeechState = ReadonlyState<SpeechState>;

export function initialState(): SpeechState {
  return {
    sessions: sessionTable(),
    openings: openingsTable(),
    scripts: scriptTable(),
    agents: agentTable(),
    callbacks: callbackTable(),
    sounds: soundTable(),
  };
}
