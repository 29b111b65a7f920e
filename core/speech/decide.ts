// Finds the rule of a command: here for commands of operators and the ends of sessions, else in the table of the session's channel.
// A command that the channel does not have is rejected as one for an unknown session.

import type { Context } from '../kernel/context.ts';
import type { InPieces } from '../kernel/pieces.ts';
import { err, ok } from '../kernel/result.ts';
import { registerAgent, removeAgent } from './agent/decide/agents.ts';
import { channelOf } from './channels.ts';
import type { EndSession, OpenSession, SpeechOperatorCommand, SpeechCommand } from './commands.ts';
import type { SpeechEvent } from './events.ts';
import { rememberSound, setScript } from './recognition/decide.ts';
import { reportCallback } from './session/callbacks.ts';
import { endSession, identifySession } from './session/decide.ts';
import type { SpeechDecision } from './session/decision.ts';
import { ruleFor, type RulesByType } from './session/rules.ts';
import type { ReadonlySpeechState } from './state.ts';

type Decision = SpeechDecision<SpeechEvent>;

const rules: RulesByType<
  SpeechOperatorCommand | EndSession,
  [ReadonlySpeechState, Context],
  Decision
> = {
  SetScript: setScript,
  RememberSound: rememberSound,
  ReportCallback: reportCallback,
  RegisterAgent: registerAgent,
  RemoveAgent: removeAgent,
  OpenSession: openSession,
  EndSession: (command, { sessions }) => {
    const session = sessions.get(command.sessionId);
    return session === undefined ? unknown : endSession(command, session);
  },
};

const unknown: Decision = err({ code: 'SESSION_UNKNOWN' });

export function decide(
  command: SpeechCommand,
  state: ReadonlySpeechState,
  context: Context,
): Decision {
  const rule = ruleFor(rules, command);
  if (rule !== undefined) return rule(command, state, context);
  const session = sessionOf(command, state);
  if (session === undefined) return unknown;
  return channelOf(session).decide(command, session, state, context) ?? unknown;
}

/** As `decide`, with breaks, for sessions that may have thousands of words. */
export function decideInPieces(
  command: SpeechCommand,
  state: ReadonlySpeechState,
  context: Context,
): InPieces<Decision> | undefined {
  const session = sessionOf(command, state);
  return session && channelOf(session).decideInPieces?.(command, session, state, context);
}

function sessionOf(command: SpeechCommand, { sessions }: ReadonlySpeechState) {
  return 'sessionId' in command ? sessions.get(command.sessionId) : undefined;
}

function openSession(
  { callbackUrl, ...opening }: OpenSession,
  state: ReadonlySpeechState,
  context: Context,
): Decision {
  const model = 'model' in opening.parameters ? opening.parameters.model : 'agent';
  const identity = identifySession(model, state, context);
  if (!identity.ok) return identity;
  const aside = callbackUrl === undefined ? {} : { aside: { callbackUrl } };
  return ok([{ ...opening, type: 'SessionOpened', ...identity.value, ...aside }]);
}
