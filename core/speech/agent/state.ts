// The part of the state that conversations depend on: the registered agents, the script, and the known sounds.

import type { ReadonlyTable } from '../../tables/index.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { RegisteredAgent } from './settings.ts';

export interface RegisteredAgents {
  readonly agents: Pick<ReadonlyTable<RegisteredAgent>, 'get' | 'size'>;
}

export interface AgentState extends RecognitionState, RegisteredAgents {}
