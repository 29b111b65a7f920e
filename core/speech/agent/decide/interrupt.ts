// Drops a reply: at a barge-in, which hearing.ts decides, or where a message of the client replaces it (speaking.ts).

import { heardText } from '../reply.ts';
import type { AgentFlow } from './flow.ts';

/** Drops the rest of the reply. The history has the words that the user can have heard. */
export function interrupt(flow: AgentFlow): void {
  const { id: sessionId, phase, reply } = flow.session;
  if (phase === 'idle' || phase === 'userTurn') return;
  const heard = reply === null ? '' : heardText(reply, flow.context.nowMs);
  flow.emit({ type: 'ReplyInterrupted', sessionId, heard });
}
