// The sources of a session's words: the script of the world, captions in the audio, and known sounds.

import type { AudioReceived } from './events.ts';
import type { Caption } from './hearing/audio.ts';
import type { Sources } from './hearing/hear.ts';
import { gapHopsOf, partOf, scriptId, type ScriptSubject } from './script/script.ts';
import { findSound, type SoundMatch } from './sounds/find.ts';
import { knownSounds } from './sounds/known-sounds.ts';
import { twinsOf } from './sounds/twins.ts';
import type { RecognitionState } from './state.ts';
import type { HeardNoise } from './voice-activity/noise.ts';
import type { CorrectNoise } from './voice-activity/voice.ts';

/** Results that are computed when audio is decided, and read from the event when it is applied. */
export interface Findings {
  /** Searches the known sounds. */
  readonly find: Sources['find'];
  /** Corrects the voice activity that follows from the levels of a channel. */
  readonly noise: (channel: number) => CorrectNoise;
}

/** Computes findings; `found` returns them for the event. */
export function computedFindings({ sounds }: Pick<RecognitionState, 'sounds'>): {
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

/** Reads the findings of an event. */
export function storedFindings({ matches, noise = [] }: AudioReceived): Findings {
  let next = 0;
  return {
    find: () => matches[next++] ?? undefined,
    noise: (channel) => (at) => noise.find((one) => one.channel === channel && one.at === at),
  };
}

/** `restHops`: the silence after which words are needed before their utterance ends; undefined: none. */
export function sourcesOf(
  subject: ScriptSubject,
  captions: readonly Caption[],
  { scripts, sounds }: RecognitionState,
  { find, noise }: Findings,
  restHops: number | undefined,
): Sources {
  const script = scripts.get(scriptId);
  const part = script && partOf(script, subject);
  return {
    gapHops: gapHopsOf(part),
    restHops,
    utterance: (index) => part?.utterances[index],
    caption: (hop) => captions.findLast((caption) => caption.hop <= hop),
    noise: noise(subject.channel),
    find,
    sound: (id) => sounds.get(id),
    twins: (sound) => twinsOf(sound, knownSounds(sounds)),
  };
}
