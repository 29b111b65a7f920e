// Dispatches the commands of /v1/agent/converse to their rules, which are in decide/agent/.

import type { Context } from '../../kernel/context.ts';
import { agentErrors, agentWarnings } from './endings.ts';
import type { AgentCommand } from './commands.ts';
import { isAgentCommand } from './commands.ts';
import type { DueCommand, SessionCommand } from '../commands.ts';
import type { AgentSession } from './record.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { answerFunction, reportFunction } from './decide/answers.ts';
import { AgentFlow } from './decide/flow.ts';
import { forceEndTurn, hearUser, injectUserMessage, rejectAudio } from './decide/hearing.ts';
import {
  applySettings,
  updateListen,
  updatePrompt,
  updateSpeak,
  updateThink,
} from './decide/settings.ts';
import { injectAgentMessage, sendReplyAudio, speakReply } from './decide/speaking.ts';
import { finishThinking, reportThought, warnOfSlowThinking } from './decide/thinking.ts';
import type { Decision } from '../session/decision.ts';

type SharedCommand = Extract<
  SessionCommand | DueCommand,
  {
    readonly type:
      | 'ReceiveAudio'
      | 'RejectAudio'
      | 'KeepAlive'
      | 'ForceEndTurn'
      | 'EndIdleSession'
      | 'EndOldSession';
  }
>;

/** Commands of a conversation. */
export type ConversationCommand = AgentCommand | SharedCommand;

export function isConversationCommand(
  command: SessionCommand | DueCommand,
): command is ConversationCommand {
  return isAgentCommand(command) || Object.hasOwn(sharedTypes, command.type);
}

const sharedTypes: Readonly<Record<SharedCommand['type'], true>> = {
  EndIdleSession: true,
  EndOldSession: true,
  ForceEndTurn: true,
  KeepAlive: true,
  ReceiveAudio: true,
  RejectAudio: true,
};

export function decideConversation(
  command: ConversationCommand,
  session: AgentSession,
  state: ReadonlySpeechState,
  context: Context,
): Decision {
  const flow = new AgentFlow(session, state, context);
  if (session.settings === null && !withoutSettings.includes(command.type)) {
    flow.fail(agentErrors.beforeSettings);
  } else carryOut(flow, command, state);
  if ('notes' in command && !flow.hasFailed) {
    for (const { code, description } of command.notes ?? []) flow.warn(code, description);
  }
  return flow.decision;
}

/** What a session carries out before its Settings. */
const withoutSettings: readonly ConversationCommand['type'][] = [
  'ApplySettings',
  'RejectMessage',
  'EndIdleSession',
  'EndOldSession',
  'WarnOfAge',
];

function carryOut(flow: AgentFlow, command: ConversationCommand, state: ReadonlySpeechState): void {
  switch (command.type) {
    case 'ApplySettings':
      return applySettings(flow, command, state);
    case 'UpdateSpeak':
      return updateSpeak(flow, command);
    case 'UpdateListen':
      return updateListen(flow, command);
    case 'UpdateThink':
      return updateThink(flow, command);
    case 'UpdatePrompt':
      return updatePrompt(flow, command);
    case 'ReceiveAudio':
      return hearUser(flow, command, state);
    case 'InjectUserMessage':
      return injectUserMessage(flow, command);
    case 'InjectAgentMessage':
      return injectAgentMessage(flow, command);
    case 'AnswerFunction':
      return answerFunction(flow, command);
    case 'ReportFunction':
      return reportFunction(flow, command);
    case 'ReportThought':
      return reportThought(flow, command);
    case 'FinishThinking':
      return finishThinking(flow);
    case 'WarnOfSlowThinking':
      return warnOfSlowThinking(flow);
    case 'SpeakReply':
      return speakReply(flow);
    case 'SendReplyAudio':
      return sendReplyAudio(flow);
    case 'KeepAlive':
      return flow.emit({ type: 'KeepAliveReceived', sessionId: flow.session.id });
    case 'ForceEndTurn':
      return forceEndTurn(flow);
    case 'RejectMessage':
      return flow.fail(command);
    case 'RejectEarlyAudio':
      return flow.fail(agentErrors.beforeSettings);
    case 'RejectAudio':
      return rejectAudio(flow);
    case 'EndIdleSession':
      return flow.fail(agentErrors.idle);
    case 'EndOldSession':
      return flow.fail(agentErrors.tooOld);
    case 'WarnOfAge':
      return flow.warn(
        agentWarnings.nearlyTooOld,
        'The session ends in 5 minutes, 2 hours after its beginning.',
      );
  }
}
