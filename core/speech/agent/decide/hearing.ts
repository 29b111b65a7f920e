// The rules of the user's audio and text, which begin and end turns. A word of the user interrupts the agent (barge-in).

import { agentErrors } from '../endings.ts';
import { forcedTurnOf, heardByAgents, userTurnsIn } from '../hearing.ts';
import {
  isUserSpeaking,
  wordCount,
  type UserTurnOutput,
  type UserTurnState,
} from '../user-turn.ts';
import type { InjectUserMessage } from '../commands.ts';
import type { ReceiveAudio } from '../../recognition/commands.ts';
import { withFrame } from '../../recognition/received-audio.ts';
import { computedFindings } from '../../recognition/sources.ts';
import type { RecognitionState } from '../../recognition/state.ts';
import type { AgentSessionRecord } from '../record.ts';
import { agentSources } from '../sources.ts';
import type { AgentFlow } from './flow.ts';
import { interrupt } from './interrupt.ts';
import { think } from './thinking.ts';

export function hearUser(flow: AgentFlow, command: ReceiveAudio, state: RecognitionState): void {
  const { session, settings } = flow;
  const { findings, found } = computedFindings(state);
  const sources = agentSources(session, settings, command, state, findings);
  const [progress, outputs] = userTurnsIn(session, command, settings.agent.listen, sources);
  const received = { ...command, type: 'AudioReceived', ...found() } as const;
  heardByAgents.remember(session, received, state, progress);
  const audio = withFrame(session.audio, received);
  flow.emitApplied(received, { ...session, ...progress, audio });
  if (goesOnSpeaking(session, progress.user, outputs[0])) startTurn(flow);
  for (const output of outputs) {
    if (output.kind === 'ended') receiveUserText(flow, output.text, false);
    else startTurn(flow);
  }
}

function startTurn(flow: AgentFlow): void {
  interrupt(flow);
  flow.emit({ type: 'UserTurnStarted', sessionId: flow.session.id });
}

/** Whether the user says another word of a turn that an injected message interrupted. */
function goesOnSpeaking(
  { phase, user }: AgentSessionRecord,
  after: UserTurnState,
  first: UserTurnOutput | undefined,
): boolean {
  const isInterrupted = phase === 'speaking' && isUserSpeaking(user);
  return isInterrupted && first === undefined && wordCount(after) > wordCount(user);
}

/** Ends the turn on request of the client; between turns nothing happens. */
export function forceEndTurn(flow: AgentFlow): void {
  const { session, settings } = flow;
  const [user, outputs] = forcedTurnOf(session, settings.agent.listen);
  flow.emitApplied({ type: 'TurnForced', sessionId: session.id }, { ...session, user });
  for (const output of outputs) {
    if (output.kind === 'ended') receiveUserText(flow, output.text, false);
  }
}

/** Reports audio in another form than Settings declare. */
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
  const { listen } = flow.settings.agent;
  const hints = !isInjected && listen.version === 'v2' ? listen.languageHints : undefined;
  const own = hints === undefined || hints.length === 0 ? {} : { languageHints: hints };
  flow.emit({ type: 'UserTextReceived', sessionId: flow.session.id, text, isInjected, ...own });
  think(flow, { round: 0, entry: 0 });
}
