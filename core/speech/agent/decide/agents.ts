// The rules of agents that operators register.

import { err, ok } from '../../../kernel/result.ts';
import { agentsMax } from '../endings.ts';
import type { AgentOperatorCommand } from '../commands.ts';
import type { ReadonlySpeechState } from '../../state.ts';
import type { Decision } from '../../session/decision.ts';

export function decideAgent(
  command: AgentOperatorCommand,
  { agents }: ReadonlySpeechState,
): Decision {
  const { agentId } = command;
  const isKnown = agents.get(agentId) !== undefined;
  if (command.type === 'RemoveAgent') {
    return isKnown ? ok([{ type: 'AgentRemoved', agentId }]) : err({ code: 'AGENT_UNKNOWN' });
  }
  if (!isKnown && agents.size >= agentsMax) return err({ code: 'AGENTS_FULL' });
  const { config, given } = command;
  return ok([{ type: 'AgentRegistered', agentId, config, given }]);
}
