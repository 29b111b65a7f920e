// The shape of a rule that finds entities.

import type { TextWord } from '../text-word.ts';

/** How many words from a place on are an entity; 0 if none are. */
export type EntityRule = (words: readonly TextWord[], at: number) => number;
