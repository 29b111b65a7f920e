// Interruptions: the user speaks, or a message of the client takes the place of a reply.

import { heardText } from '../reply.ts';
import type { AgentFlow } from './flow.ts';

/** Drops what the agent is about to say. */
export function interrupt(flow: AgentFlow): void {
  const { id: sessionId, phase, reply } = flow.session;
  if (phase === 'idle' || phase === 'userTurn') return;
  const heard = reply === null ? '' : heardText(reply, flow.context.nowMs);
  flow.emit({ type: 'ReplyInterrupted', sessionId, heard });
}
