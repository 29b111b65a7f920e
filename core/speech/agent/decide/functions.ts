// The rules of calling functions, which the client or their endpoints run.

import { agentErrors } from '../endings.ts';
import type { PlannedCall } from '../thought.ts';
import type { AgentFlow } from './flow.ts';

export function callFunctions(flow: AgentFlow, calls: readonly PlannedCall[]): void {
  const { id: sessionId, callCount } = flow.session;
  const planned = calls.map((call, index) => ({
    ...call,
    id: `fc_${flow.context.id(`agent function ${sessionId}`, callCount + index)}`,
    isClientSide: functionOf(flow, call.name)?.endpoint === null,
  }));
  flow.emit({ type: 'FunctionsCalled', sessionId, calls: planned });
}

/** A thought that calls a function unknown to its thinker ends the session. */
export function hasUnknownFunction(flow: AgentFlow, calls: readonly PlannedCall[]): boolean {
  const unknown = calls.find(({ name }) => functionOf(flow, name) === undefined);
  if (unknown === undefined) return false;
  const description = `The thinker has no function ${unknown.name}; define it in think.functions.`;
  flow.fail({ ...agentErrors.unknownFunction, description });
  return true;
}

function functionOf({ session }: AgentFlow, name: string) {
  return session.thinking?.asked?.functions.find((each) => each.name === name);
}
