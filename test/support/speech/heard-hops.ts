// Results of hearing for stretches of voice and silence, without audio. Times are in hops.

import { invariant } from '../../../core/kernel/invariant.ts';
import type { HeardHop } from '../../../core/speech/recognition/hearing/words.ts';
import type { HeardWord } from '../../../core/speech/text/heard-word.ts';

/** Silence that ends an utterance. */
const gapHops = 70;

/** A word, and the hop at which it is recognized. */
export interface KnownWord {
  readonly word: HeardWord;
  readonly knownAt: number;
}

/** Silence may begin up to `unnoticed` hops before its stretch, in hops that still count as voice. */
export type Stretch =
  { readonly voice: number } | { readonly silence: number; readonly unnoticed?: number };

export function heardWord(text: string, start: number, end: number): HeardWord {
  return { text, start, end, confidence: 99, speaker: 0 };
}

/** A word; by default it is recognized at its last hop. */
export function wordAt(text: string, start: number, end: number, knownAt = end - 1): KnownWord {
  return { word: heardWord(text, start, end), knownAt };
}

export function heardHops(
  stretches: readonly Stretch[],
  words: readonly KnownWord[] = [],
): readonly HeardHop[] {
  const hops: HeardHop[] = [];
  let silence = 0;
  let isInUtterance = false;
  for (const stretch of stretches) {
    if ('voice' in stretch) {
      for (let count = 0; count < stretch.voice; count += 1) add({ isVoice: true, silence: 0 });
      silence = 0;
      isInUtterance ||= stretch.voice > 0;
    } else {
      if (isInUtterance && silence === 0) silence = stretch.unnoticed ?? 0;
      for (let count = 0; count < stretch.silence; count += 1) {
        silence += 1;
        add({ isVoice: false, silence });
      }
    }
  }
  const lost = words.filter(
    ({ word, knownAt }) => knownAt >= hops.length || word.end > knownAt + 1,
  );
  invariant(lost.length === 0, 'words become known with a hop, none before its end');
  return hops;

  function add({ isVoice, silence }: Pick<HeardHop, 'isVoice' | 'silence'>): void {
    const at = hops.length;
    const known = words.filter(({ knownAt }) => knownAt === at).map(({ word }) => word);
    const isUtteranceOver = isInUtterance && silence >= gapHops;
    if (isUtteranceOver) isInUtterance = false;
    hops.push({ at, isVoice, silence, words: known, isUtteranceOver });
  }
}
