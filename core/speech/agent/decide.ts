// The rules of /v1/agent/converse, by command. They are in decide/.

import type { RulesByType } from '../session/rules.ts';
import type { ConversationCommand } from './commands.ts';
import { answerFunction, reportFunction } from './decide/answers.ts';
import type { AgentFlow } from './decide/flow.ts';
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
import { agentErrors, agentWarnings } from './endings.ts';
import type { AgentState } from './state.ts';

export const agentRules: RulesByType<ConversationCommand, [AgentFlow, AgentState], void> = {
  ApplySettings: (command, flow, state) => applySettings(flow, command, state),
  UpdateSpeak: (command, flow) => updateSpeak(flow, command),
  UpdateListen: (command, flow) => updateListen(flow, command),
  UpdateThink: (command, flow) => updateThink(flow, command),
  UpdatePrompt: (command, flow) => updatePrompt(flow, command),
  ReceiveAudio: (command, flow, state) => hearUser(flow, command, state),
  RejectAudio: (_, flow) => rejectAudio(flow),
  ForceEndTurn: (_, flow) => forceEndTurn(flow),
  InjectUserMessage: (command, flow) => injectUserMessage(flow, command),
  InjectAgentMessage: (command, flow) => injectAgentMessage(flow, command),
  AnswerFunction: (command, flow) => answerFunction(flow, command),
  ReportFunction: (command, flow) => reportFunction(flow, command),
  ReportThought: (command, flow) => reportThought(flow, command),
  FinishThinking: (_, flow) => finishThinking(flow),
  WarnOfSlowThinking: (_, flow) => warnOfSlowThinking(flow),
  SpeakReply: (_, flow) => speakReply(flow),
  SendReplyAudio: (_, flow) => sendReplyAudio(flow),
  KeepAlive: (_, flow) => flow.emit({ type: 'KeepAliveReceived', sessionId: flow.session.id }),
  RejectMessage: (command, flow) => flow.fail(command),
  RejectEarlyAudio: (_, flow) => flow.fail(agentErrors.beforeSettings),
  EndIdleSession: (_, flow) => flow.fail(agentErrors.idle),
  EndOldSession: (_, flow) => flow.fail(agentErrors.tooOld),
  WarnOfAge: (_, flow) =>
    flow.warn(
      agentWarnings.nearlyTooOld,
      'The session ends in 5 minutes, 2 hours after its beginning.',
    ),
};

const beforeSettings: readonly ConversationCommand['type'][] = [
  'ApplySettings',
  'RejectMessage',
  'EndIdleSession',
  'EndOldSession',
  'WarnOfAge',
];

/** Whether a session carries out a command of this type before its Settings. */
export function isForBeforeSettings(type: string): boolean {
  return (beforeSettings as readonly string[]).includes(type);
}
