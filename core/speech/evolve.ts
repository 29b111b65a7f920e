// Applies events to the state. Total: every recorded event applies.

import { atOnce, type InPieces } from '../kernel/pieces.ts';
import type { AgentRegistered } from './agent/events.ts';
import {
  isAgentEvent,
  type AudioFinalized,
  type CallbackQueued,
  type ScriptSet,
  type SessionEvent,
  type SessionOpened,
  type SpeechEvent,
} from './events.ts';
import { conversed, forcedByClient, heardByAgent } from './agent/evolve.ts';
import { finalized, heard } from './listen/evolve.ts';
import { opened } from './opening.ts';
import { remember, rememberSentence } from './recognition/evolve.ts';
import { spoken } from './speak/evolve.ts';
import { forced, turned, withTurnAudio } from './turns/evolve.ts';
import { scriptId, type ScriptRecord } from './recognition/script/script.ts';
import type { SpeechSession } from './sessions.ts';
import type { ReadonlySpeechState, SpeechState } from './state.ts';

export function evolve(state: SpeechState, event: SpeechEvent, atMs: number): void {
  const { sessions } = state;
  if (event.type === 'ScriptSet') return setScript(state, event);
  if (event.type === 'SoundRemembered') {
    return remember(state.sounds, { origin: 'fixture', ...event.sound });
  }
  if (event.type === 'AgentRegistered') return registerAgent(state, event);
  if (event.type === 'AgentRemoved') return state.agents.remove(event.agentId);
  if (event.type === 'SessionOpened') return open(state, event, atMs);
  if (event.type === 'SessionEnded') return sessions.remove(event.sessionId);
  if (event.type === 'CallbackQueued') return queueCallback(state, event);
  if (event.type === 'CallbackReported') return state.callbacks.remove(event.callbackId);
  const session = sessions.get(event.sessionId);
  if (session === undefined) return;
  if (event.type === 'SentenceSpoken' && session.path === '/v1/speak') {
    rememberSentence(state.sounds, event, session.parameters.model);
  }
  if (event.type === 'ReplySpoken') rememberSentence(state.sounds, event, '');
  const changed = changedSession(session, event, state, atMs);
  if (changed !== session) sessions.replace(changed);
}

/** Each channel of a session may have hundreds of words. */
export function evolveInPieces(state: SpeechState, event: SpeechEvent): InPieces<void> | undefined {
  return event.type === 'AudioFinalized' ? finalize(state, event) : undefined;
}

function* finalize({ sessions }: SpeechState, event: AudioFinalized): InPieces<void> {
  const session = sessions.get(event.sessionId);
  if (session?.path === '/v1/listen') sessions.replace(yield* finalized(session, event));
}

function setScript({ scripts, sessions }: SpeechState, { script }: ScriptSet): void {
  const record: ScriptRecord = { id: scriptId, ...script };
  if (scripts.get(scriptId) === undefined) scripts.insert(record);
  else scripts.replace(record);
  for (const session of sessions.values()) {
    if (session.path !== '/v1/agent/converse' || session.script.used.length === 0) continue;
    // These are the numbers of other rules.
    sessions.replace({ ...session, script: { ...session.script, used: [] } });
  }
}

function registerAgent(
  { agents }: SpeechState,
  { agentId: id, config, given }: AgentRegistered,
): void {
  if (agents.get(id) === undefined) agents.insert({ id, config, given });
  else agents.replace({ id, config, given });
}

function queueCallback({ callbacks }: SpeechState, event: CallbackQueued): void {
  const { sessionId, callbackId: id, method, message, aside } = event;
  callbacks.insert({ id, sessionId, method, message, ...aside });
}

function open({ sessions, openings }: SpeechState, event: SessionOpened, atMs: number): void {
  const { path } = event;
  const count = (openings.get(path)?.count ?? 0) + 1;
  if (count === 1) openings.insert({ path, count });
  else openings.replace({ path, count });
  sessions.insert({ ...opened(event, count, atMs), number: sessions.insertedCount + 1 });
}

export type SessionChange = Exclude<
  SessionEvent,
  { readonly type: 'SessionOpened' | 'SessionEnded' | 'CallbackQueued' | 'CallbackReported' }
>;

/** An event of another channel changes nothing; no command leads to one. */
export function changedSession(
  session: SpeechSession,
  event: SessionChange,
  state: ReadonlySpeechState,
  atMs: number,
): SpeechSession {
  const { path } = session;
  if (isAgentEvent(event)) {
    return path === '/v1/agent/converse' ? conversed(session, event, atMs) : session;
  }
  switch (event.type) {
    case 'TextAdded':
    case 'TextFlushed':
    case 'SentenceSpoken':
    case 'SentenceSkipped':
    case 'FlushConfirmed':
    case 'TextCleared':
    case 'SessionWarned':
    case 'SessionClosing':
      return path === '/v1/speak' ? spoken(session, event, atMs) : session;
    case 'AudioReceived':
      if (path === '/v1/listen') return heard(session, event, state);
      if (path === '/v2/listen') return withTurnAudio(session, event, state);
      return path === '/v1/agent/converse' ? heardByAgent(session, event, state) : session;
    case 'AudioFinalized':
      return path === '/v1/listen' ? atOnce(finalized(session, event)) : session;
    case 'TurnReported':
    case 'TurnsConfigured':
    case 'ConfigureRejected':
    case 'SessionFailed':
      return path === '/v2/listen' ? turned(session, event) : session;
    case 'TurnForced':
      if (path === '/v2/listen') return forced(session);
      return path === '/v1/agent/converse' ? forcedByClient(session) : session;
    case 'KeepAliveReceived':
    case 'VoiceStarted':
    case 'ResultProduced':
    case 'UtteranceEnded':
    case 'StreamSummarized':
      return session; // the results follow from the audio
  }
}
