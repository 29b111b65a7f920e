// The pace of words that are spread over voice: three a second. A word in progress ends where voice pauses.

import type { Stage } from '../../../kernel/stage.ts';

/** Hops of voice for each word, in turn: a second for three. */
export const wordHops = [33, 33, 34] as const;
/** The longest word. The rest is room for words that become known at the end of the audio. */
export const spokenHopsMax = 25;
/** Shorter voice before a pause has no word of its own. */
export const cutHopsMin = 12;

/** Plain data, to be saved with a session. */
export type PaceState = {
  /** The start of the word in progress; null without voice. */
  readonly start: number | null;
  /** The index of its length. */
  readonly turn: number;
};

/** One hop of an utterance. */
export interface VoiceHop {
  readonly at: number;
  readonly isVoice: boolean;
  /** Hops since the last loud one. */
  readonly quiet: number;
  /** On the first hop of voice, and the first after a pause: the earliest start of its words. */
  readonly onset?: number | undefined;
}

/** The place of a word that has ended. */
export interface WordPlace {
  readonly start: number;
  readonly end: number;
  /** Whether it is short, and all the voice before a pause. */
  readonly isShort: boolean;
}

export const initialPace: PaceState = { start: null, turn: 0 };

/** The place of the word that ends with this hop, if one does. */
export const pace: Stage<PaceState, VoiceHop, WordPlace | undefined> = (state, hop) => {
  const { start, turn } = hop.onset === undefined ? state : { start: hop.onset, turn: 0 };
  if (start === null) return [state, undefined];
  if (!hop.isVoice) return [initialPace, cutPlace(start, hop)];
  const end = hop.at + 1;
  if (end - start < (wordHops[turn] as number)) return [{ start, turn }, undefined];
  return [
    { start: end, turn: (turn + 1) % wordHops.length },
    { start, end: start + spokenHopsMax, isShort: false },
  ];
};

/** The place of the word in progress at the end of the audio. */
export function lastPlace({ start }: PaceState, at: number, quiet: number): WordPlace | undefined {
  return start === null ? undefined : cutPlace(start, { at: at - 1, quiet });
}

function cutPlace(start: number, { at, quiet }: Pick<VoiceHop, 'at' | 'quiet'>) {
  const voiced = at + 1 - quiet - start;
  if (voiced <= 0) return undefined;
  const end = start + Math.min(voiced, spokenHopsMax);
  return { start, end, isShort: voiced < cutHopsMin };
}
