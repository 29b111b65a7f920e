// Whether a voice is the known sound that was found in it, or another sentence that begins alike.

import type { KnownSound } from '../records/sound.ts';
import type { SoundProgress } from '../sounds/follow.ts';

/** A sound is confirmed once it has agreed for so long, from its first hop that was heard, */
export const confirmHops = 80;
/** and still does: at most this percentage of the recent clear bits differ. */
export const confirmPercentMax = 18;
/** A shorter one is confirmed by so many soft hops where it has ended. */
export const confirmSoftHops = 10;
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
  /** Since when the sound has agreed. */
  readonly hops: number;
  readonly loudness: Loudness;
};

/** The next hop. */
export function withLevel({ loudest, soft }: Loudness, level: number): Loudness {
  const isSoft = level < loudest - softDepth;
  return { loudest: Math.max(loudest, level), soft: isSoft ? soft + 1 : 0 };
}

export function isConfirmed(
  { hops, loudness: { soft } }: Doubt,
  { position, differing, clear }: SoundProgress,
  { voiceEnd }: KnownSound,
): boolean {
  const agrees = differing[1] * 100 <= clear[1] * confirmPercentMax;
  return agrees && (hops >= confirmHops || (position >= voiceEnd && soft >= confirmSoftHops));
}

/** Whether the voice goes on where the sound has ended. */
export function isRefuted(
  { loudness: { soft } }: Doubt,
  { position }: SoundProgress,
  { voiceEnd }: KnownSound,
): boolean {
  return soft === 0 && position >= voiceEnd + loudEndHops;
}
