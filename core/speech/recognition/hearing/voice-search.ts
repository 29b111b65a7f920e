// The schedule of searches for known sounds: after the first 0.4 s of voice, or at an earlier pause, and again after a second.

import { searchHops, searchHopsMax } from '../sounds/find.ts';
import { onsetHops } from '../voice-activity/activity.ts';
import { withLevel, type Loudness } from './doubt.ts';
import type { KnownHop, LeftSound } from './known-sounds.ts';
import type { VoiceHop } from './pace.ts';

/**
 * Hops of voice before each search, and the number of last hops that it uses. The second search is at the end of the third placeholder, a second after the first loud hop.
 */
export const searches = [
  { at: searchHops, by: searchHops },
  { at: 100 + 1 - onsetHops, by: 60 },
] as const;
/** Voice after a pause of at least this length is searched again. */
export const newSearchHops = 30;

/** Plain data, to be saved with a session. */
export type SearchState = {
  /** Hops since voice began, while a search remains. */
  readonly hops: number;
  /** Of the last ones. */
  readonly fingerprints: readonly number[];
  /** The fingerprints of the voice so far. */
  readonly loudness: Loudness;
  /** The number of `searches` without a result. */
  readonly failed: number;
  /** Whether a search at a pause had no result. */
  readonly hasPaused: boolean;
  /** Whether this may still be the end of a known sound, which has no placeholders. */
  readonly isTail: boolean;
  /** The sound that was followed right before. */
  readonly left?: LeftSound;
};

export const newSearch: SearchState = {
  hops: 0,
  fingerprints: [],
  loudness: { loudest: 0, soft: 0 },
  failed: 0,
  hasPaused: false,
  isTail: false,
};

/** The next hop of the voice. `isFound`: whether a sound is followed, which may be lost again. */
export function withHop(
  search: SearchState,
  { isVoice, quiet, level, fingerprint }: VoiceHop & KnownHop,
  isFound: boolean,
): SearchState {
  const { hops, fingerprints, failed, loudness } = search;
  if (!isFound && isLongPause({ isVoice, quiet })) return newSearch;
  if (!isFound && searches[failed] === undefined) {
    return hops === 0 ? search : { ...search, hops: 0, fingerprints: [] };
  }
  if (!isVoice && hops === 0) return search;
  const last = fingerprints.length < searchHopsMax ? fingerprints : fingerprints.slice(1);
  return {
    ...search,
    hops: hops + 1,
    fingerprints: [...last, fingerprint],
    loudness: withLevel(loudness, level),
  };
}

export function isLongPause({ isVoice, quiet }: Pick<VoiceHop, 'isVoice' | 'quiet'>): boolean {
  return !isVoice && quiet >= newSearchHops;
}

/** A pause before the first search has a search of its own. */
export function isSearchDue(search: SearchState, isVoice: boolean): boolean {
  return isComplete(search) || (!isVoice && !search.hasPaused && search.hops > 0);
}

export function isComplete({ hops, failed }: SearchState): boolean {
  const next = searches[failed];
  return next !== undefined && hops >= next.at;
}

/** The number of last fingerprints in a search, without those before the voice. */
export function searchedHops({ failed, hops }: SearchState): number {
  return Math.min(hops, (searches[failed] ?? searches[0]).by);
}
