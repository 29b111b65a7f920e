// Whether a voice is the known sound that was found in it, or another sentence that begins alike.

import type { KnownSound } from '../sounds/record.ts';
import type { SoundProgress } from '../sounds/follow.ts';

/** A sound is confirmed once so much of its voice has agreed, */
export const confirmHops = 80;
/** and still does: at most this percentage of the recent clear bits differ. */
export const confirmPercentMax = 18;
/** A shorter one is confirmed by so many soft hops where it has ended, */
export const confirmSoftHops = 10;
/** unless more than this part of its voice was not heard: others may end alike. */
const missedPartMax = 3;
/** Where the audio ends, a sound is likely if no more than this was not heard. */
const missedHopsMax = 30;
/** Hops are soft if they are so many steps of a level below the loudest one of the voice. */
const softDepth = 30;
/** Loud hops so far behind the end of a sound are another one. */
const loudEndHops = 5;

/** Plain data, to be saved with a session. */
export type Loudness = {
  /** The highest level of a voice. */
  readonly loudest: number;
  /** Soft hops up to now. */
  readonly soft: number;
};

/** Plain data, to be saved with a session. */
export type Doubt = {
  /** Hops at the beginning of its voice that were not heard. */
  readonly missed: number;
  readonly loudness: Loudness;
};

/** The next hop. */
export function withLevel({ loudest, soft }: Loudness, level: number): Loudness {
  const isSoft = level < loudest - softDepth;
  return { loudest: Math.max(loudest, level), soft: isSoft ? soft + 1 : 0 };
}

export function isConfirmed(
  { missed, loudness: { soft } }: Doubt,
  { position, differing, clear }: SoundProgress,
  { voiceStart, voiceEnd }: KnownSound,
): boolean {
  if (differing[1] * 100 > clear[1] * confirmPercentMax) return false;
  const heard = Math.min(position + 1, voiceEnd) - voiceStart - missed;
  const isOver = position >= voiceEnd && soft >= confirmSoftHops;
  return heard >= confirmHops || (isOver && missed * missedPartMax <= voiceEnd - voiceStart);
}

/** Whether a sound that is not confirmed has ended, or the voice goes on where it has. */
export function isRefuted(
  { loudness: { soft } }: Doubt,
  { position }: SoundProgress,
  { voiceEnd }: KnownSound,
): boolean {
  return soft === 0
    ? position >= voiceEnd + loudEndHops
    : position >= voiceEnd && soft >= confirmSoftHops;
}

/** Whether a sound is likely that is not confirmed where the audio ends. */
export function isLikely({ missed }: Doubt): boolean {
  return missed <= missedHopsMax;
}
