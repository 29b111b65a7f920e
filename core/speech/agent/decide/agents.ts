// The rules of agents that operators register.

import { err, ok } from '../../../kernel/result.ts';
import type { SpeechDecision } from '../../session/decision.ts';
import type { RegisterAgent, RemoveAgent } from '../commands.ts';
import { agentsMax } from '../endings.ts';
import type { AgentRegistered, AgentRemoved } from '../events.ts';
import type { RegisteredAgents } from '../state.ts';

export function registerAgent(
  { agentId, config, given }: RegisterAgent,
  { agents }: RegisteredAgents,
): SpeechDecision<AgentRegistered> {
  const isKnown = agents.get(agentId) !== undefined;
  if (!isKnown && agents.size >= agentsMax) return err({ code: 'AGENTS_FULL' });
  return ok([{ type: 'AgentRegistered', agentId, config, given }]);
}

export function removeAgent(
  { agentId }: RemoveAgent,
  { agents }: RegisteredAgents,
): SpeechDecision<AgentRemoved> {
  const isKnown = agents.get(agentId) !== undefined;
  return isKnown ? ok([{ type: 'AgentRemoved', agentId }]) : err({ code: 'AGENT_UNKNOWN' });
}
