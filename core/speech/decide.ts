// Dispatches commands to their rules, which are in decide/, one file per noun.

import type { Context } from '../kernel/context.ts';
import { err } from '../kernel/result.ts';
import type { SpeechCommand } from './commands.ts';
import { closeSession, endSession, openSession, rejectFrame } from './decide/session.ts';
import { endSessionBy, type Decision } from './decide/decision.ts';
import { addText, clearText, flushText, speakSentence } from './decide/speaking.ts';
import { endings } from './speaking/limits.ts';
import type { ReadonlySpeechState } from './state.ts';

export function decide(
  command: SpeechCommand,
  state: ReadonlySpeechState,
  context: Context,
): Decision {
  if (command.type === 'OpenSession') return openSession(command, state, context);
  const session = state.sessions.get(command.sessionId);
  if (session === undefined) return err({ code: 'SESSION_UNKNOWN' });
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
      return closeSession(session);
    case 'RejectFrame':
      return rejectFrame(command, session);
    case 'EndSession':
      return endSession(command, session);
    case 'EndIdleSession':
      return endSessionBy(session, endings.idle);
    case 'EndOldSession':
      return endSessionBy(session, endings.tooOld);
  }
}
