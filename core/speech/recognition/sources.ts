// Where the words of a session come from: the world's script and the sounds that it knows.

import type { AudioFrame } from '../commands.ts';
import type { AudioReceived } from '../events.ts';
import type { AgentSession, AppliedSettings } from '../agent/record.ts';
import { gapHopsOf, partOf, scriptId, type ScriptSubject } from './script/script.ts';
import type { HearingSession, ListenSession, TurnSession } from '../sessions.ts';
import type { Caption } from '../session/record.ts';
import { findSound, type SoundMatch } from './sounds/find.ts';
import { knownSounds } from './sounds/known-sounds.ts';
import { twinsOf } from './sounds/twins.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { restHops, turnSettingsDefault } from '../turns/thresholds.ts';
import { captionsIn } from './hearing/captions.ts';
import type { Sources } from './hearing/hear.ts';
import type { HeardNoise } from './voice-activity/noise.ts';
import type { CorrectNoise } from './voice-activity/voice.ts';

/** What is found out when audio is decided, and repeated when its event is applied. */
export interface Findings {
  /** Answers searches among the known sounds. */
  readonly find: Sources['find'];
  /** Corrects what levels alone say about noise in a channel. */
  readonly noise: (channel: number) => CorrectNoise;
}

/** Finds out, and remembers it for the event. */
export function findingOut({ sounds }: ReadonlySpeechState): {
  readonly findings: Findings;
  readonly found: () => Pick<AudioReceived, 'matches' | 'noise'>;
} {
  const matches: (SoundMatch | null)[] = [];
  const noise: HeardNoise[] = [];
  const findings: Findings = {
    find: (fingerprints) => {
      const match = findSound(fingerprints, knownSounds(sounds));
      matches.push(match ?? null);
      return match;
    },
    noise: (channel) => (at, found) => {
      if (found !== undefined) noise.push({ channel, at, ...found });
      return found;
    },
  };
  return { findings, found: () => (noise.length === 0 ? { matches } : { matches, noise }) };
}

/** What an event says. */
export function recalled({ matches, noise = [] }: AudioReceived): Findings {
  let next = 0;
  return {
    find: () => matches[next++] ?? undefined,
    noise: (channel) => (at) => noise.find((one) => one.channel === channel && one.at === at),
  };
}

export function listeningSources(
  session: ListenSession,
  frame: AudioFrame,
  state: ReadonlySpeechState,
  findings: Findings,
): (channel: number) => Sources {
  const captions = captionsIn(session.audio, frame);
  return (channel) => sources(subjectOf(session, channel), captions, state, findings, undefined);
}

export function turnSources(
  session: TurnSession,
  frame: AudioFrame,
  state: ReadonlySpeechState,
  findings: Findings,
): Sources {
  const captions = captionsIn(session.audio, frame);
  return sources(subjectOf(session, 0), captions, state, findings, restHops(session.thresholds));
}

export function agentSources(
  { path, ordinal, audio }: AgentSession,
  { tags, agent: { listen } }: AppliedSettings,
  frame: AudioFrame,
  state: ReadonlySpeechState,
  findings: Findings,
): Sources {
  const { thresholds } = turnSettingsDefault;
  const rest = listen.version === 'v2' ? restHops(listen.thresholds ?? thresholds) : undefined;
  const captions = captionsIn(audio, frame);
  return sources({ path, tags, ordinal, channel: 0 }, captions, state, findings, rest);
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
  { find, noise }: Findings,
  rest: number | undefined,
): Sources {
  const script = scripts.get(scriptId);
  const part = script && partOf(script, subject);
  return {
    gapHops: gapHopsOf(part),
    restHops: rest,
    utterance: (index) => part?.utterances[index],
    caption: (hop) => captions.findLast((caption) => caption.hop <= hop),
    noise: noise(subject.channel),
    find,
    sound: (id) => sounds.get(id),
    twins: (sound) => twinsOf(sound, knownSounds(sounds)),
  };
}
