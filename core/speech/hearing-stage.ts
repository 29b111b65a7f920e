// A recognizing session as a stage, outside a world: its script and known sounds do not change.

import { uuidOf } from '../kernel/ids.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Hash } from '../kernel/digest.ts';
import type { Event } from '../kernel/message.ts';
import { atOnce } from '../kernel/pieces.ts';
import type { Stage } from '../kernel/stage.ts';
import { channelOf, eventTypes } from './channels.ts';
import type { SessionEvent, SessionOpened, SpeechEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { listenRules } from './listen/decide.ts';
import type { ReceiveAudio } from './recognition/commands.ts';
import type { CloseSession } from './session/commands.ts';
import type { SpeechDecision } from './session/decision.ts';
import { ruleFor } from './session/rules.ts';
import { turnRules } from './turns/decide.ts';
import { placeholderConfidence } from './text/heard-word.ts';
import { placeholderWords } from './recognition/hearing/placeholders.ts';
import type { HeardWord } from './text/heard-word.ts';
import { scriptId, type SpeechScript } from './recognition/script/script.ts';
import type { HearingSession, SessionParameters, SpeechSession } from './sessions.ts';
import type { SoundContent } from './recognition/sounds/record.ts';
import { soundId } from './recognition/sounds/known-sound.ts';
import { knownSounds } from './recognition/sounds/known-sounds.ts';
import { initialState, type ReadonlySpeechState } from './state.ts';

/** The sources of words. */
export interface HearingWorld {
  readonly script?: SpeechScript | undefined;
  readonly sounds: readonly SoundContent[];
}

type HearingParameters = Extract<SessionParameters, { readonly path: '/v1/listen' | '/v2/listen' }>;

/** The state after all events of a world. Events of other domains change nothing. */
export function stateAfter(
  events: Iterable<{ readonly event: Event; readonly atMs: number }>,
): ReadonlySpeechState {
  const state = initialState();
  for (const { event, atMs } of events) {
    if (event.type in eventTypes) evolve(state, event as SpeechEvent, atMs);
  }
  return state;
}

/** The sources of words in a world with this state. */
export function hearingWorldOf({ scripts, sounds }: ReadonlySpeechState): HearingWorld {
  return { script: scripts.get(scriptId), sounds: knownSounds(sounds) };
}

/** A session at the instant 0. `ordinal`: its number among those of its path, from 1. */
export function hearingSession(
  parameters: HearingParameters,
  hash: Hash,
  ordinal = 1,
): HearingSession {
  const sessionId = uuidOf(hash(JSON.stringify(parameters)));
  const modelUuid = uuidOf(hash(JSON.stringify(['model', parameters.parameters.model])));
  const limits = { idleMs: null, charactersPerMinute: null };
  const opened: SessionOpened = {
    ...parameters,
    type: 'SessionOpened',
    sessionId,
    limits,
    modelUuid,
  };
  const session = channelOf(opened).open(opened, ordinal, 0);
  invariant(isHearing(session), 'a session of a listening path only recognizes audio');
  return session;
}

function isHearing(session: SpeechSession): session is HearingSession {
  return session.path === '/v1/listen' || session.path === '/v2/listen';
}

/** Each frame yields its events; the end of the stream yields those of the audio that is not final yet. */
export function hearingStage(
  { script, sounds }: HearingWorld,
  hash: Hash,
): Stage<HearingSession, ReceiveAudio | CloseSession, readonly SessionEvent[]> {
  const state = initialState();
  if (script !== undefined) evolve(state, { type: 'ScriptSet', script }, 0);
  for (const sound of sounds) {
    const id = soundId(hash, sound.speaker, sound.text);
    evolve(state, { type: 'SoundRemembered', sound: { id, ...sound } }, 0);
  }
  return (session, command) => {
    const decision = decideHearing(command, session, state);
    const events = decision?.ok === true ? decision.value : [];
    let after: SpeechSession = session;
    for (const event of events) {
      if (event.type !== 'SessionEnded') after = channelOf(after).evolve(after, event, state, 0);
    }
    return [after as HearingSession, events];
  };
}

/** By rules that depend on the script and the known sounds alone. */
function decideHearing(
  command: ReceiveAudio | CloseSession,
  session: HearingSession,
  state: ReadonlySpeechState,
): SpeechDecision<SessionEvent> | undefined {
  const deciding =
    session.path === '/v2/listen'
      ? ruleFor(turnRules, command)?.(command, session, state)
      : ruleFor(listenRules, command)?.(command, session, state);
  return deciding && atOnce<SpeechDecision<SessionEvent>>(deciding);
}

/** Whether a word is a placeholder for speech that was not recognized. */
export function isPlaceholder({ text, confidence }: Pick<HeardWord, 'text' | 'confidence'>) {
  const word = text.toLowerCase().replace(/[^a-z]/g, '');
  return confidence <= placeholderConfidence.max && placeholderWords.includes(word);
}
