// Dispatches commands to their rules, which are in decide/, one file per noun. A command that a session's channel does not have is
// one for a session that does not exist.

import type { Context } from '../kernel/context.ts';
import { atOnce, type InPieces } from '../kernel/pieces.ts';
import { err, ok } from '../kernel/result.ts';
import { isAgentCommand, type AgentCommand, type NotedMessage } from './agent/commands.ts';
import type { DueCommand, SessionCommand, SpeechCommand } from './commands.ts';
import { decideConversation, isConversationCommand } from './agent/decide.ts';
import { decideAgent } from './agent/decide/agents.ts';
import { reportCallback, withCallbacks } from './session/callbacks.ts';
import { endSessionBy, type Decision } from './session/decision.ts';
import { endListening, finalizeAudio, keepAlive, receiveAudio } from './listen/decide.ts';
import { closeSpeaking, endSession, openSession, warnOfFrame } from './session/decide.ts';
import { rememberSound } from './recognition/decide.ts';
import { addText, clearText, flushText, speakSentence } from './speak/decide.ts';
import {
  configureTurns,
  endTurns,
  failTurns,
  forceEndTurn,
  receiveTurnAudio,
  rejectConfigure,
} from './turns/decide.ts';
import { listeningEndings } from './listen/limits.ts';
import type { HearingSession, ListenSession, SpeakSession, TurnSession } from './sessions.ts';
import { endings } from './speak/limits.ts';
import type { ReadonlySpeechState } from './state.ts';
import { turnErrors } from './turns/limits.ts';

type CommandOfSession = Exclude<
  SessionCommand | DueCommand,
  AgentCommand | { readonly type: 'EndSession' }
>;

const unknown: Decision = err({ code: 'SESSION_UNKNOWN' });

export function decide(
  command: SpeechCommand,
  state: ReadonlySpeechState,
  context: Context,
): Decision {
  if (command.type === 'SetScript') return ok([{ type: 'ScriptSet', script: command.script }]);
  if (command.type === 'ReportCallback') return reportCallback(command, state);
  if (command.type === 'RememberSound') return rememberSound(command, state, context);
  if (command.type === 'OpenSession') return openSession(command, state, context);
  if (command.type === 'RegisterAgent' || command.type === 'RemoveAgent') {
    return decideAgent(command, state);
  }
  const session = state.sessions.get(command.sessionId);
  if (session === undefined) return unknown;
  if (command.type === 'EndSession') return endSession(command, session);
  if (session.path === '/v1/agent/converse') {
    return isConversationCommand(command)
      ? decideConversation(command, session, state, context)
      : unknown;
  }
  if (isAgentCommand(command)) return unknown;
  switch (session.path) {
    case '/v1/speak':
      return withNotes(decideSpeaking(command, session, context), command);
    case '/v1/listen':
      return atOnce(decideListening(command, session, state, context));
    case '/v2/listen':
      return withNotes(decideHearing(command, session, state), command);
  }
}

/** Commands to sessions whose channels may have thousands of words. */
export function decideInPieces(
  command: SpeechCommand,
  state: ReadonlySpeechState,
  context: Context,
): InPieces<Decision> | undefined {
  if (!isOfAudio(command)) return undefined;
  const session = state.sessions.get(command.sessionId);
  return session?.path === '/v1/listen'
    ? decideListening(command, session, state, context)
    : undefined;
}

const audioCommands = [
  'ReceiveAudio',
  'FinalizeAudio',
  'CloseSession',
  'RejectAudio',
  'RejectFrame',
] as const;
type AudioCommand = Extract<CommandOfSession, { readonly type: (typeof audioCommands)[number] }>;

function isOfAudio(command: SpeechCommand): command is AudioCommand {
  return (audioCommands as readonly string[]).includes(command.type);
}

/** The events of a message, after a warning for each of its notes. */
function withNotes(decision: Decision, command: CommandOfSession): Decision {
  const { sessionId, notes = [] }: NotedMessage & { readonly sessionId: string } = command;
  if (!decision.ok || notes.length === 0) return decision;
  const warnings = notes.map((note) => ({ type: 'SessionWarned', sessionId, ...note }) as const);
  return ok([...warnings, ...decision.value]);
}

/** The rules of a session that hears: they depend on the script and the known sounds alone. */
export function decideHearing(
  command: CommandOfSession,
  session: HearingSession,
  state: ReadonlySpeechState,
): Decision {
  return session.path === '/v1/listen'
    ? atOnce(decideTranscribing(command, session, state))
    : decideTurns(command, session, state);
}

function decideSpeaking(
  command: CommandOfSession,
  session: SpeakSession,
  context: Context,
): Decision {
  switch (command.type) {
    case 'AddText':
      return addText(command, session, context);
    case 'FlushText':
      return flushText(session, context);
    case 'ClearText':
      return clearText(session);
    case 'SpeakSentence':
      return speakSentence(session, context);
    case 'CloseSession':
      return closeSpeaking(session);
    case 'RejectFrame':
      return warnOfFrame(command, session);
    case 'EndIdleSession':
      return endSessionBy(session, endings.idle);
    case 'EndOldSession':
      return endSessionBy(session, endings.tooOld);
    case 'ReceiveAudio':
    case 'RejectAudio':
    case 'FinalizeAudio':
    case 'KeepAlive':
    case 'ConfigureTurns':
    case 'RejectConfigure':
    case 'ForceEndTurn':
      return unknown;
  }
}

function decideListening(
  command: CommandOfSession,
  session: ListenSession,
  state: ReadonlySpeechState,
  context: Context,
): InPieces<Decision> {
  return withCallbacks(decideNoted(command, session, state), session, state, context);
}

function* decideNoted(
  command: CommandOfSession,
  session: ListenSession,
  state: ReadonlySpeechState,
): InPieces<Decision> {
  return withNotes(yield* decideTranscribing(command, session, state), command);
}

function* decideTranscribing(
  command: CommandOfSession,
  session: ListenSession,
  state: ReadonlySpeechState,
): InPieces<Decision> {
  switch (command.type) {
    case 'ReceiveAudio':
      return yield* receiveAudio(command, session, state);
    case 'FinalizeAudio':
      return yield* finalizeAudio(command, session);
    case 'KeepAlive':
      return keepAlive(session);
    case 'CloseSession':
      return yield* endListening(session, listeningEndings.done);
    case 'RejectAudio':
    case 'RejectFrame':
      return yield* endListening(session, listeningEndings.undecodable);
    case 'EndIdleSession':
      return yield* endListening(session, listeningEndings.idle);
    case 'AddText':
    case 'FlushText':
    case 'ClearText':
    case 'SpeakSentence':
    case 'EndOldSession':
    case 'ConfigureTurns':
    case 'RejectConfigure':
    case 'ForceEndTurn':
      return unknown;
  }
}

function decideTurns(
  command: CommandOfSession,
  session: TurnSession,
  state: ReadonlySpeechState,
): Decision {
  switch (command.type) {
    case 'ReceiveAudio':
      return receiveTurnAudio(command, session, state);
    case 'ConfigureTurns':
      return configureTurns(command, session);
    case 'RejectConfigure':
      return rejectConfigure(command, session);
    case 'ForceEndTurn':
      return forceEndTurn(session);
    case 'CloseSession':
      return endTurns(session);
    case 'RejectFrame':
      return failTurns(session, turnErrors.unreadable, command.description);
    case 'RejectAudio':
      return failTurns(session, turnErrors.undecodable, command.description);
    case 'EndIdleSession':
      return failTurns(session, turnErrors.idle);
    case 'KeepAlive':
      return ok([]); // only audio defers the idle end
    case 'AddText':
    case 'FlushText':
    case 'ClearText':
    case 'SpeakSentence':
    case 'EndOldSession':
    case 'FinalizeAudio':
      return unknown;
  }
}
