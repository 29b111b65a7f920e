// Decides whether a voice is the known sound that was found in it, or another sentence that begins alike.

import type { KnownSound } from '../sounds/record.ts';
import type { SoundProgress } from '../sounds/follow.ts';

/** A sound is confirmed after this much of its voice has agreed. */
export const confirmHops = 80;
/** Voice agrees if at most this percentage of the recent clear bits differ. */
export const confirmPercentMax = 18;
/** A shorter sound is confirmed by this many soft hops after its end. */
export const confirmSoftHops = 10;
/** It is not confirmed so if more than a third of its voice was missed: others may end alike. */
const missedDivisor = 3;
/** At the end of the audio, a sound is likely if at most this much was missed. */
const missedHopsMax = 30;
/** A hop is soft if its level is this many steps below the loudest of the voice. */
const softDepth = 30;
/** A loud hop this far after the end of a sound belongs to another one. */
const loudEndHops = 5;

/** Plain data, to be saved with a session. */
export type Loudness = {
  /** The highest level of a voice. */
  readonly loudest: number;
  /** Consecutive soft hops up to now. */
  readonly soft: number;
};

/** Plain data, to be saved with a session. */
export type Doubt = {
  /** Hops at the beginning of its voice that were missed. */
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
  return heard >= confirmHops || (isOver && missed * missedDivisor <= voiceEnd - voiceStart);
}

/** Whether an unconfirmed sound has ended, or the voice continues after its end. */
export function isRefuted(
  { loudness: { soft } }: Doubt,
  { position }: SoundProgress,
  { voiceEnd }: KnownSound,
): boolean {
  return soft === 0
    ? position >= voiceEnd + loudEndHops
    : position >= voiceEnd && soft >= confirmSoftHops;
}

/** Whether an unconfirmed sound is likely at the end of the audio. */
export function isLikely({ missed }: Doubt): boolean {
  return missed <= missedHopsMax;
}
