// Words of an utterance without a script: those of a known sound, or placeholders. Known sounds are searched by the first 0.4 s of
// voice, before that if it pauses, and again after a second. A live recogniser would have its place between the two: where no
// sound is found.

import { searchHops } from '../sounds/find.ts';
import { onsetHops } from './activity.ts';
import {
  endKnown,
  findKnown,
  followKnown,
  type FollowedHop,
  type FollowedSound,
  type LeftSound,
  type Sounds,
} from './known-sounds.ts';
import {
  initialPace,
  lastPlace,
  pace,
  type PaceState,
  type VoiceHop,
  type WordPlace,
} from './pace.ts';
import { noFingerprints, placeholder, withFingerprint } from './placeholders.ts';
import type { PlacedWord } from './words.ts';

/**
 * Hops at each search for a known sound, counted from where voice is known, and of the last ones by which it is searched. The second
 * comes with the end of the third placeholder, a second behind the first loud hop.
 */
export const searches = [
  { at: searchHops, by: searchHops },
  { at: 100 + 1 - onsetHops, by: 60 },
] as const;
/** Voice behind a pause of at least this length is searched anew. */
export const newSearchHops = 30;

/** Plain data, to be saved with a session. */
export type UnscriptedState = {
  readonly kind: 'unscripted';
  readonly pace: PaceState;
  /** Of the fingerprints of the word in progress. */
  readonly hash: number;
  readonly search: SearchState;
  /** Placeholders that are dropped if the first search finds a sound. */
  readonly waiting: readonly PlacedWord[];
  readonly followed: FollowedSound | null;
};

type SearchState = {
  /** Hops since voice began, as long as there is a search to come. */
  readonly hops: number;
  /** Of the last ones. */
  readonly fingerprints: readonly number[];
  /** How many of `searches` have found nothing. */
  readonly failed: number;
  /** Whether a search where voice paused has found nothing. */
  readonly hasPaused: boolean;
  /** Whether this may still be the end of a known sound, which has no placeholders. */
  readonly isTail: boolean;
  /** The sound that was followed right before. */
  readonly left?: LeftSound;
};

/** One hop of an utterance without a script. */
export interface UnscriptedHop extends VoiceHop {
  readonly fingerprint: number;
  /** Where the last word of the utterance ended; undefined if it has none yet. */
  readonly lastEnd: number | undefined;
}

type Unscripted = readonly [UnscriptedState, readonly PlacedWord[]];

const newSearch: SearchState = {
  hops: 0,
  fingerprints: [],
  failed: 0,
  hasPaused: false,
  isTail: false,
};

/** `followed`: a sound that goes on from the utterance before. */
export function beginUnscripted(followed: FollowedSound | null): UnscriptedState {
  return {
    kind: 'unscripted',
    pace: initialPace,
    hash: noFingerprints,
    search: newSearch,
    waiting: [],
    followed,
  };
}

/** The next hop of the utterance. */
export function unscriptedHop(
  state: UnscriptedState,
  hop: UnscriptedHop,
  sounds: Sounds,
): Unscripted {
  const { followed } = state;
  if (followed === null) return searchHop(state, hop, sounds);
  return withSound(state, followKnown(followed, hop.fingerprint, hop.at, sounds), hop);
}

/** The utterance ends, or the audio, at `end`: its words in progress, or a placeholder if it would have none. */
export function endUnscripted(
  state: UnscriptedState,
  { end, quiet, lastEnd }: { readonly end: number } & Pick<UnscriptedHop, 'quiet' | 'lastEnd'>,
): Unscripted {
  const isFirst = lastEnd === undefined;
  const [followed, words] =
    state.followed === null
      ? [null, withPlaceholder(state, lastPlace(state.pace, end, quiet), isFirst)]
      : endKnown(state.followed, end);
  const fallback = { ...placeholder(state.hash), start: 0, end: 0 };
  return [beginUnscripted(followed), isFirst && words.length === 0 ? [fallback] : words];
}

function searchHop(before: UnscriptedState, hop: UnscriptedHop, sounds: Sounds): Unscripted {
  const { at, isVoice, fingerprint, lastEnd } = hop;
  const [paced, place] = pace(before.pace, hop);
  const hash = hop.onset === undefined ? before.hash : noFingerprints;
  const state: UnscriptedState = {
    kind: 'unscripted',
    pace: paced,
    hash: isVoice ? withFingerprint(hash, fingerprint) : hash,
    search: collected(before.search, hop),
    waiting: before.waiting,
    followed: null,
  };
  const words = withPlaceholder(state, place, lastEnd === undefined);
  const next = place === undefined ? state : { ...state, hash: noFingerprints };
  const { search } = next;
  const isDue = isSearchDue(search, isVoice);
  const found = isDue
    ? findKnown(search.fingerprints, { at, knownUntil: lastEnd, left: search.left }, sounds)
    : undefined;
  if (found !== undefined) return withSound(next, found, hop);
  const failed = search.failed + (isDue && isComplete(search) ? 1 : 0);
  const hasPaused = search.hasPaused || (isDue && !isVoice);
  const searched = { ...search, failed, hasPaused };
  // A short piece of voice may be the soft beginning of a sound, unless nothing follows.
  const isOut = failed > 0 || (hasPaused && place?.isShort === false) || isLongPause(hop);
  if (!isOut) return [{ ...next, waiting: words, search: searched }, []];
  return [{ ...next, waiting: [], search: { ...searched, isTail: false } }, words];
}

/** Those that wait, and one at a place. What is short, or may be the end of a sound, has one only if there is no other yet. */
function withPlaceholder(
  { hash, search, waiting }: UnscriptedState,
  place: WordPlace | undefined,
  isFirst: boolean,
): readonly PlacedWord[] {
  if (place === undefined) return waiting;
  const { start, end, isShort } = place;
  const isNeeded = isFirst && waiting.length === 0;
  if ((isShort || search.isTail) && !isNeeded) return waiting;
  return [...waiting, { ...placeholder(hash), start, end }];
}

function collected(
  search: SearchState,
  { isVoice, quiet, fingerprint }: UnscriptedHop,
): SearchState {
  if (isLongPause({ isVoice, quiet })) return newSearch;
  const { hops, fingerprints, failed } = search;
  const next = searches[failed];
  if (next === undefined) return hops === 0 ? search : { ...search, hops: 0, fingerprints: [] };
  if (!isVoice && hops === 0) return search;
  const last = fingerprints.length < next.by ? fingerprints : fingerprints.slice(1 - next.by);
  return { ...search, hops: hops + 1, fingerprints: [...last, fingerprint] };
}

function isLongPause({ isVoice, quiet }: Pick<VoiceHop, 'isVoice' | 'quiet'>): boolean {
  return !isVoice && quiet >= newSearchHops;
}

/** Where voice pauses before the first search, there is one more. */
function isSearchDue(search: SearchState, isVoice: boolean): boolean {
  return isComplete(search) || (!isVoice && !search.hasPaused && search.hops > 0);
}

function isComplete({ hops, failed }: SearchState): boolean {
  const next = searches[failed];
  return next !== undefined && hops >= next.at;
}

/** Behind a sound that has ended, or is lost, the voice is searched anew. */
function withSound(
  state: UnscriptedState,
  hop: FollowedHop | undefined,
  { at, isVoice }: UnscriptedHop,
): Unscripted {
  const words = hop?.words ?? [];
  if (hop?.status === 'heard') {
    return [{ ...state, search: newSearch, waiting: [], followed: hop.followed }, words];
  }
  const progress = hop === undefined ? state.followed?.progress : undefined;
  const left = progress && { sound: progress.sound, at, position: progress.position + 1 };
  return [
    {
      ...beginUnscripted(null),
      pace: isVoice ? { start: at + 1, turn: 0 } : initialPace,
      search: { ...newSearch, isTail: hop !== undefined, ...(left === undefined ? {} : { left }) },
    },
    words,
  ];
}
