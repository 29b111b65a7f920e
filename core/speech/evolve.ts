// Applies events to the state. Total: every recorded event applies.

import type { InPieces } from '../kernel/pieces.ts';
import { registerAgent } from './agent/evolve.ts';
import { channelOf } from './channels.ts';
import type {
  CallbackQueued,
  CallbackReported,
  OperatorEvent,
  SessionEnded,
  SessionOpened,
  SpeechEvent,
} from './events.ts';
import { remember, setScript } from './recognition/evolve.ts';
import { countOpening, queueCallback } from './session/evolve.ts';
import { ruleFor, type RulesByType } from './session/rules.ts';
import type { SpeechSession } from './sessions.ts';
import type { SpeechState } from './state.ts';

type TableEvent = OperatorEvent | SessionOpened | SessionEnded | CallbackQueued | CallbackReported;

/** The events that add or remove records. All others change a session: see the table of its channel. */
const changes: RulesByType<TableEvent, [SpeechState, number], void> = {
  ScriptSet({ script }, { scripts, sessions }) {
    setScript(scripts, script);
    for (const session of sessions.values()) {
      replace(sessions, session, channelOf(session).withNewScript?.(session));
    }
  },
  SoundRemembered: ({ sound }, { sounds }) => remember(sounds, { origin: 'fixture', ...sound }),
  AgentRegistered: (event, { agents }) => registerAgent(agents, event),
  AgentRemoved: ({ agentId }, { agents }) => agents.remove(agentId),
  SessionOpened(event, { sessions, openings }, atMs) {
    const ordinal = countOpening(openings, event.path);
    const opened = channelOf(event).open(event, ordinal, atMs);
    sessions.insert({ ...opened, number: sessions.insertedCount + 1 });
  },
  SessionEnded: ({ sessionId }, { sessions }) => sessions.remove(sessionId),
  CallbackQueued: (event, { callbacks }) => queueCallback(callbacks, event),
  CallbackReported: ({ callbackId }, { callbacks }) => callbacks.remove(callbackId),
};

export function evolve(state: SpeechState, event: SpeechEvent, atMs: number): void {
  const change = ruleFor(changes, event);
  if (change !== undefined) return change(event, state, atMs);
  const session = sessionOf(event, state);
  if (session === undefined) return;
  const channel = channelOf(session);
  const sound = channel.spokenSound?.(event, session);
  if (sound !== undefined) remember(state.sounds, sound);
  replace(state.sessions, session, channel.evolve(session, event, state, atMs));
}

/** As `evolve`, with breaks, for sessions that may have thousands of words. */
export function evolveInPieces(state: SpeechState, event: SpeechEvent): InPieces<void> | undefined {
  const session = sessionOf(event, state);
  const changing = session && channelOf(session).evolveInPieces?.(session, event);
  return changing && replaceInPieces(state, changing);
}

function sessionOf(event: SpeechEvent, { sessions }: SpeechState): SpeechSession | undefined {
  return 'sessionId' in event ? sessions.get(event.sessionId) : undefined;
}

function replace(
  sessions: SpeechState['sessions'],
  before: SpeechSession,
  after: SpeechSession = before,
): void {
  if (after !== before) sessions.replace(after);
}

function* replaceInPieces(
  { sessions }: SpeechState,
  changing: InPieces<SpeechSession>,
): InPieces<void> {
  sessions.replace(yield* changing);
}
