// The sounds that a world knows.

import type { KnownSound } from '../records/sound.ts';
import type { ReadonlySpeechState } from '../state.ts';

/** Spoken sentences of one world: beyond it, the one that was spoken longest ago is forgotten. */
export const spokenSoundsMax = 1_000;

/** Of fixtures, in one world. */
export const fixtureSoundsMax = 100;

/** Not by `values`: that takes the longer, the more sounds were forgotten. */
export function knownSounds(sounds: ReadonlySpeechState['sounds']): readonly KnownSound[] {
  return (['fixture', 'spoken'] as const).flatMap((origin) =>
    sounds.list({ by: { origin }, order: 'ascending', limit: sounds.size }),
  );
}
