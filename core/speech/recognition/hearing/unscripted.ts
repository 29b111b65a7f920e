// Words of an utterance without a script: those of a known sound, or placeholders. Known sounds are searched after the first 0.4 s of
// voice, at an earlier pause, and again after a second. While a sound is in doubt, placeholders continue as if none were found. A live
// recognizer would belong between the two: where no sound is found.

import { isLikely } from './doubt.ts';
import {
  endKnown,
  findKnown,
  followKnown,
  type FollowedHop,
  type FollowedSound,
  type KnownHop,
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
import {
  isComplete,
  isLongPause,
  isSearchDue,
  newSearch,
  searchedHops,
  withHop,
  type SearchState,
} from './voice-search.ts';
import type { PlacedWord } from './words.ts';

/** Plain data, to be saved with a session. */
export type UnscriptedState = {
  readonly kind: 'unscripted';
  readonly pace: PaceState;
  /** The hash of the fingerprints of the word in progress. */
  readonly hash: number;
  readonly search: SearchState;
  /** Placeholders that are dropped if a sound is found and confirmed. */
  readonly waiting: readonly PlacedWord[];
  readonly followed: FollowedSound | null;
};

/** One hop of an utterance without a script. */
export interface UnscriptedHop extends VoiceHop, KnownHop {
  /** The end of the last word of the utterance; undefined if it has none yet. */
  readonly lastEnd: number | undefined;
}

type Unscripted = readonly [UnscriptedState, readonly PlacedWord[]];

/**
 * `followed`: a sound that continues from the last utterance. `fingerprints`: those before the voice, which may have begun softly.
 */
export function beginUnscripted(
  followed: FollowedSound | null,
  fingerprints: readonly number[] = [],
): UnscriptedState {
  return {
    kind: 'unscripted',
    pace: initialPace,
    hash: noFingerprints,
    search: { ...newSearch, fingerprints },
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
  const heard = followed === null ? undefined : followKnown(followed, hop, sounds);
  if (followed !== null && followed.doubt === null) return withSound(state, heard, hop);
  const [next, place] = withVoice(state, hop);
  if (heard !== undefined) return withSound(next, heard, hop);
  return searchHop({ ...next, followed: null }, place, hop, sounds, followed !== null);
}

/** The start of the next word, if it has begun and is not known yet. */
export function pendingFrom({ followed, waiting, pace: { start } }: UnscriptedState) {
  if (followed !== null && followed.doubt === null) return followed.begun[0]?.start;
  return waiting[0]?.start ?? start ?? undefined;
}

/** At the end of the utterance or the audio: the words in progress, or a placeholder if the utterance has no word. */
export function endUnscripted(
  state: UnscriptedState,
  { end, quiet, lastEnd }: { readonly end: number } & Pick<UnscriptedHop, 'quiet' | 'lastEnd'>,
): Unscripted {
  const isFirst = lastEnd === undefined;
  const { followed: before } = state;
  const isSound = before !== null && (before.doubt === null || isLikely(before.doubt));
  const [followed, words] = isSound
    ? endKnown(before, end)
    : [null, withPlaceholder(state, lastPlace(state.pace, end, quiet), isFirst)];
  const fallback = { ...placeholder(state.hash), start: 0, end: 0 };
  return [beginUnscripted(followed), isFirst && words.length === 0 ? [fallback] : words];
}

/** The pace, the placeholders and the fingerprints of the voice after another hop. */
function withVoice(
  before: UnscriptedState,
  hop: UnscriptedHop,
): readonly [UnscriptedState, WordPlace | undefined] {
  const { isVoice, fingerprint, lastEnd } = hop;
  const [paced, place] = pace(before.pace, hop);
  const hash = hop.onset === undefined ? before.hash : noFingerprints;
  const state: UnscriptedState = {
    kind: 'unscripted',
    pace: paced,
    hash: isVoice ? withFingerprint(hash, fingerprint) : hash,
    search: withHop(before.search, hop, before.followed !== null),
    waiting: before.waiting,
    followed: before.followed,
  };
  const waiting = withPlaceholder(state, place, lastEnd === undefined);
  return [place === undefined ? state : { ...state, hash: noFingerprints, waiting }, place];
}

/** `isLost`: a sound was lost with this hop, while it was in doubt. */
function searchHop(
  state: UnscriptedState,
  place: WordPlace | undefined,
  hop: UnscriptedHop,
  sounds: Sounds,
  isLost: boolean,
): Unscripted {
  const { search, waiting } = state;
  const { at, isVoice, lastEnd: knownUntil } = hop;
  const isDue = isLost || isSearchDue(search, isVoice);
  if (isDue) {
    const { fingerprints, left, loudness } = search;
    const by = isLost ? fingerprints.length : searchedHops(search);
    const found = findKnown(fingerprints, by, { at, knownUntil, left, loudness }, sounds);
    if (found !== undefined) return withSound(state, found, hop);
  }
  if (isLost) return [{ ...state, waiting: [], search: newSearch }, waiting];
  const failed = search.failed + (isDue && isComplete(search) ? 1 : 0);
  const hasPaused = search.hasPaused || (isDue && !isVoice);
  const searched = { ...search, failed, hasPaused };
  // A short piece of voice may be the soft beginning of a sound, if more voice follows. After a sound, that may take longer.
  const isOut = search.isTail
    ? failed > 1 || isLongPause(hop)
    : failed > 0 || (hasPaused && place?.isShort === false) || isLongPause(hop);
  if (!isOut) return [{ ...state, search: searched }, []];
  return [{ ...state, waiting: [], search: { ...searched, isTail: false } }, waiting];
}

/** Waiting placeholders, and one at a place. A short piece, or the possible end of a sound, has one only if there is no other. */
function withPlaceholder(
  { hash, search, waiting }: UnscriptedState,
  place: WordPlace | undefined,
  isFirst: boolean,
): readonly PlacedWord[] {
  if (place === undefined) return waiting;
  const { start, end, isShort } = place;
  const isNeeded = isFirst && waiting.length === 0;
  const isTail = search.isTail && search.failed === 0;
  if ((isShort || isTail) && !isNeeded) return waiting;
  return [...waiting, { ...placeholder(hash), start, end }];
}

/** While a sound is in doubt, placeholders wait. After a sound has ended or is lost, the voice is searched again. */
function withSound(
  state: UnscriptedState,
  hop: FollowedHop | undefined,
  { at, isVoice }: UnscriptedHop,
): Unscripted {
  const words = hop?.words ?? [];
  if (hop?.status === 'heard') {
    const { followed } = hop;
    const isKnown = followed.doubt === null;
    if (!isKnown) return [{ ...state, followed }, words];
    return [{ ...state, search: newSearch, waiting: [], followed }, words];
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
