// The shape of a rule that finds entities.

import type { TextWord } from '../text-word.ts';

/** The number of words from a place on that are an entity; 0 if there is none. */
export type EntityRule = (words: readonly TextWord[], at: number) => number;
