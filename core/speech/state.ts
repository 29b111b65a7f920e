// The state of the speech domain. Only evolve writes it.

import { forkTables, type ReadonlyState } from '../tables/index.ts';
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
  /** The open sessions. */
  readonly sessions: SessionTable;
  readonly openings: OpeningsTable;
  readonly scripts: ScriptTable;
  /** The agents that operators have registered. */
  readonly agents: AgentTable;
  /** The callbacks without an outcome. */
  readonly callbacks: CallbackTable;
  /** The sounds that recognition finds by their fingerprints. */
  readonly sounds: SoundTable;
}

export type ReadonlySpeechState = ReadonlyState<SpeechState>;

/** Shared by all worlds, table by table, until they write one. */
const empty: SpeechState = {
  sessions: sessionTable(),
  openings: openingsTable(),
  scripts: scriptTable(),
  agents: agentTable(),
  callbacks: callbackTable(),
  sounds: soundTable(),
};

export function initialState(): SpeechState {
  return forkTables(empty);
}
