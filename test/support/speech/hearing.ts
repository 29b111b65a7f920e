// Hearing without audio: levels and fingerprints written by hand, and sources without a world.

import { gapHopsDefault } from '../../../core/speech/recognition/script/limits.ts';
import {
  hear,
  initialHearing,
  lastWords,
  type HearingState,
  type MeasuredHop,
  type Sources,
} from '../../../core/speech/recognition/hearing/hear.ts';
import type { HeardHop } from '../../../core/speech/recognition/hearing/words.ts';
import type { HeardWord } from '../../../core/speech/text/heard-word.ts';
import { findSound } from '../../../core/speech/recognition/sounds/find.ts';
import { twinsOf } from '../../../core/speech/recognition/sounds/twins.ts';
import type { KnownSound } from '../../../core/speech/recognition/sounds/record.ts';
import type { ScriptedUtterance } from '../../../core/speech/recognition/script/script.ts';

/** Syllables of 0.2 s, for this many seconds; fingerprints differ from hop to hop. */
export function speechHops(seconds: number, seed = 1): readonly MeasuredHop[] {
  return Array.from({ length: Math.round(seconds * 100) }, (_, at) => ({
    level: at % 20 < 15 ? 95 - Math.abs(7 - (at % 20)) : 40,
    fingerprint: (Math.imul(at + 1, 40_503) ^ Math.imul(seed, 7_919)) & 0xffff,
  }));
}

export function quietHops(seconds: number): readonly MeasuredHop[] {
  return Array.from({ length: Math.round(seconds * 100) }, () => ({ level: 5, fingerprint: 0 }));
}

export function sources(
  script: readonly ScriptedUtterance[] = [],
  own: Partial<Sources> = {},
): Sources {
  return {
    gapHops: gapHopsDefault,
    restHops: undefined,
    noise: (_at, found) => found,
    utterance: (index) => script[index],
    caption: () => undefined,
    find: () => undefined,
    sound: () => undefined,
    twins: () => [],
    ...own,
  };
}

/** Sources with known sounds. */
export function sourcesWith(
  sounds: readonly KnownSound[],
  script: readonly ScriptedUtterance[] = [],
): Sources {
  return sources(script, {
    find: (fingerprints) => findSound(fingerprints, sounds),
    sound: (id) => sounds.find((sound) => sound.id === id),
    twins: (sound) => twinsOf(sound, sounds),
  });
}

export interface Hearing {
  readonly state: HearingState;
  readonly hops: readonly HeardHop[];
  /** All words, including those at the end of the audio. */
  readonly words: readonly HeardWord[];
}

/** Hears the whole audio, starting from a state. */
export function hearAll(
  measured: readonly MeasuredHop[],
  from: Sources,
  before = initialHearing(),
): Hearing {
  let state = before;
  const hops = measured.map((hop) => {
    const [next, heard] = hear(state, hop, from);
    state = next;
    return heard;
  });
  const [, last] = lastWords(state, state.at, from.caption(state.at));
  return { state, hops, words: [...hops.flatMap(({ words }) => words), ...last] };
}

export const textOf = (words: readonly HeardWord[]) => words.map(({ text }) => text).join(' ');
