// What one hop of one channel adds: voice, and no words yet.

import type { HeardHop, HeardWord } from './words.ts';
import type { KnownSound } from '../records/sound.ts';
import type { SoundMatch } from '../sounds/find.ts';
export type HearingState = { readonly at: number };
export interface Sources {
  readonly gapHops: number;
  readonly restHops: number | undefined;
  readonly utterance: (index: number) => { readonly text: string } | undefined;
  readonly find: (fingerprints: readonly number[]) => SoundMatch | undefined;
  readonly sound: (id: string) => KnownSound | undefined;
}
export function initialHearing(): HearingState {
  return { at: 0 };
}
export function hear(
  state: HearingState,
  hop: { readonly level: number; readonly fingerprint: number },
  _sources: Sources,
): readonly [HearingState, HeardHop] {
  return [
    { at: state.at + 1 },
    { at: state.at, isVoice: hop.level > 10, silence: 0, words: [], isUtteranceEnd: false },
  ];
}
export function lastWords(
  state: HearingState,
  _at: number,
): readonly [HearingState, readonly HeardWord[]] {
  return [state, []];
}
