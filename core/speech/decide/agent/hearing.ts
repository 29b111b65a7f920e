// The rules of the user's audio and text: they begin and end turns, and interrupt the agent.

import { agentErrors } from '../../agent/endings.ts';
import { heardText } from '../../agent/reply.ts';
import { heardByAgents, userTurnsIn } from '../../agent/hearing.ts';
import type { InjectUserMessage } from '../../commands/agent.ts';
import type { ReceiveAudio } from '../../commands.ts';
import { withFrame } from '../../evolve/listening.ts';
import { agentSources, searching } from '../../hearing/sources.ts';
import type { ReadonlySpeechState } from '../../state.ts';
import type { AgentFlow } from './flow.ts';
import { think } from './thinking.ts';

export function hearUser(flow: AgentFlow, command: ReceiveAudio, state: ReadonlySpeechState): void {
  const { session, settings } = flow;
  const { find, matches } = searching(state);
  const sources = agentSources(session, settings, command, state, find);
  const [progress, outputs] = userTurnsIn(session, command, settings.agent.listen, sources);
  const received = { ...command, type: 'AudioReceived', matches } as const;
  heardByAgents.remember(session, received, state, progress);
  const audio = withFrame(session.audio, received);
  flow.emitApplied(received, { ...session, ...progress, audio });
  for (const output of outputs) {
    if (output.kind === 'ended') receiveUserText(flow, output.text, false);
    else {
      interrupt(flow);
      flow.emit({ type: 'UserTurnStarted', sessionId: session.id });
    }
  }
}

/** Audio that is not of the form that Settings declare. */
export function rejectAudio(flow: AgentFlow): void {
  const { encoding } = flow.settings.audio.input;
  const description = `The audio is not ${encoding}, which audio.input of Settings declares.`;
  flow.fail({ ...agentErrors.undecodable, description });
}

export function injectUserMessage(flow: AgentFlow, { content }: InjectUserMessage): void {
  receiveUserText(flow, content, true);
}

function receiveUserText(flow: AgentFlow, text: string, isInjected: boolean): void {
  interrupt(flow);
  flow.emit({ type: 'UserTextReceived', sessionId: flow.session.id, text, isInjected });
  think(flow, { round: 0, entry: 0 });
}

/** Drops what the agent is about to say. */
function interrupt(flow: AgentFlow): void {
  const { id: sessionId, phase, reply } = flow.session;
  if (phase === 'idle' || phase === 'userTurn') return;
  const heard = reply === null ? '' : heardText(reply, flow.context.nowMs);
  flow.emit({ type: 'ReplyInterrupted', sessionId, heard });
}
