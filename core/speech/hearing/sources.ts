// Where the words of a session come from: the world's script and the sounds that it knows.

import type { AudioFrame } from '../commands.ts';
import type { AudioReceived } from '../events.ts';
import type { AgentSession, AppliedSettings } from '../records/agent-session.ts';
import { gapHopsOf, partOf, scriptId, type ScriptSubject } from '../records/script.ts';
import type { HearingSession, ListenSession, TurnSession } from '../records/session.ts';
import type { Caption } from '../records/session-base.ts';
import { findSound, type SoundMatch } from '../sounds/find.ts';
import { knownSounds } from '../sounds/known-sounds.ts';
import { twinsOf } from '../sounds/twins.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { restHops, turnSettingsDefault } from '../turns/thresholds.ts';
import { captionsIn } from './captions.ts';
import type { Sources } from './hear.ts';

/** Answers searches among the known sounds. */
type Find = Sources['find'];

/** Searches, and remembers the answers for the event. */
export function searching({ sounds }: ReadonlySpeechState): {
  readonly find: Find;
  readonly matches: readonly (SoundMatch | null)[];
} {
  const matches: (SoundMatch | null)[] = [];
  const find: Find = (fingerprints) => {
    const match = findSound(fingerprints, knownSounds(sounds));
    matches.push(match ?? null);
    return match;
  };
  return { find, matches };
}

/** The answers of a search that an event has. */
export function recalled({ matches }: AudioReceived): Find {
  let next = 0;
  return () => matches[next++] ?? undefined;
}

export function listeningSources(
  session: ListenSession,
  frame: AudioFrame,
  state: ReadonlySpeechState,
  find: Find,
): (channel: number) => Sources {
  const captions = captionsIn(session.audio, frame);
  return (channel) => sources(subjectOf(session, channel), captions, state, find, undefined);
}

export function turnSources(
  session: TurnSession,
  frame: AudioFrame,
  state: ReadonlySpeechState,
  find: Find,
): Sources {
  const captions = captionsIn(session.audio, frame);
  return sources(subjectOf(session, 0), captions, state, find, restHops(session.thresholds));
}

export function agentSources(
  { path, ordinal, audio }: AgentSession,
  { tags, agent: { listen } }: AppliedSettings,
  frame: AudioFrame,
  state: ReadonlySpeechState,
  find: Find,
): Sources {
  const { thresholds } = turnSettingsDefault;
  const rest = listen.version === 'v2' ? restHops(listen.thresholds ?? thresholds) : undefined;
  const captions = captionsIn(audio, frame);
  return sources({ path, tags, ordinal, channel: 0 }, captions, state, find, rest);
}

function subjectOf(
  { path, parameters: { tags }, ordinal }: HearingSession,
  channel: number,
): ScriptSubject {
  return { path, tags, ordinal, channel };
}

function sources(
  subject: ScriptSubject,
  captions: readonly Caption[],
  { scripts, sounds }: ReadonlySpeechState,
  find: Find,
  rest: number | undefined,
): Sources {
  const script = scripts.get(scriptId);
  const part = script && partOf(script, subject);
  return {
    gapHops: gapHopsOf(part),
    restHops: rest,
    utterance: (index) => part?.utterances[index],
    caption: (hop) => captions.findLast((caption) => caption.hop <= hop),
    find,
    sound: (id) => sounds.get(id),
    twins: (sound) => twinsOf(sound, knownSounds(sounds)),
  };
}
