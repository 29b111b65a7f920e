// The rules of answered functions. After the last one, the agent thinks again.

import { agentWarnings } from '../endings.ts';
import type { AnswerFunction, CallOutcome, ReportFunction } from '../commands.ts';
import type { CallInFlight } from '../record.ts';
import type { AgentFlow } from './flow.ts';
import { think } from './thinking.ts';

/** The id of the client's answer counts; a name other than that of the call leads to a warning. */
export function answerFunction(flow: AgentFlow, { callId, name, content }: AnswerFunction): void {
  const call = awaitedCall(flow, callId);
  if (call?.isClientSide !== true) {
    return flow.warn(
      agentWarnings.functionFailed,
      `No function call with the id ${callId.slice(0, 100)} waits for an answer of the client.`,
    );
  }
  if (name !== undefined && name !== call.name) {
    flow.warn(
      agentWarnings.functionName,
      `The function call ${callId} is of ${call.name}, not ${name.slice(0, 100)}; the answer counts by its id.`,
    );
  }
  answered(flow, call, 'client', { kind: 'answered', content });
}

/** An outdated answer of an endpoint is ignored. */
export function reportFunction(flow: AgentFlow, { callId, outcome }: ReportFunction): void {
  const call = awaitedCall(flow, callId);
  if (call === undefined || call.isClientSide) return;
  answered(flow, call, 'server', outcome);
}

function awaitedCall({ session }: AgentFlow, callId: string): CallInFlight | undefined {
  if (session.phase !== 'calling') return undefined;
  return session.thinking?.calls.find(({ id, response }) => id === callId && response === null);
}

function answered(
  flow: AgentFlow,
  { id: callId, name }: CallInFlight,
  by: 'client' | 'server',
  outcome: CallOutcome,
): void {
  const { id: sessionId } = flow.session;
  flow.emit({ type: 'FunctionAnswered', sessionId, callId, name, by, outcome });
  if (outcome.kind === 'failed')
    flow.warn(agentWarnings.functionFailed, `${name}: ${outcome.reason}`);
  const { thinking } = flow.session;
  if (thinking === null || thinking.calls.some(({ response }) => response === null)) return;
  // A new thought starts with the first thinker of the list, which may have been updated.
  think(flow, { round: thinking.round + 1, entry: 0 });
}
