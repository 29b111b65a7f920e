// Hears one channel: levels and fingerprints in, words out, hop by hop. The words of an utterance, the speech between two
// silences, come from the script if it has one for it; else from a known sound; else they are placeholders.

import type { ScriptedUtterance } from '../records/script.ts';
import { activity, initialActivity, onsetHops, type ActivityState } from './activity.ts';
import { followKnown, type FollowedSound, type KnownHop, type Sounds } from './known-sounds.ts';
import type { VoiceHop } from './pace.ts';
import { placedWithin } from './places.ts';
import { beginScripted, restOfScript, scriptedHop, type ScriptedState } from './scripted.ts';
import { withSpeaker, type Speakers } from './speakers.ts';
import {
  beginUnscripted,
  endUnscripted,
  pendingFrom,
  unscriptedHop,
  type UnscriptedState,
} from './unscripted.ts';
import type { HeardHop, HeardWord, PlacedWord } from './words.ts';

/** What hearing needs from the world. */
export interface Sources extends Sounds {
  /** The silence that separates utterances, in hops. */
  readonly gapHops: number;
  /** The silence after which a scripted utterance gives its remaining words at once; undefined: only at its end. */
  readonly restHops: number | undefined;
  /** The utterance of the script for this session and channel, by its number from 0. */
  readonly utterance: (index: number) => ScriptedUtterance | undefined;
}

/** What is measured in one hop. */
export interface MeasuredHop {
  readonly level: number;
  readonly fingerprint: number;
}

/** Plain data, to be saved with a session. Its size does not depend on the length of the audio. */
export type HearingState = {
  /** The number of the next hop. */
  readonly at: number;
  readonly activity: ActivityState;
  /** The number of the utterance in progress, or to come. */
  readonly index: number;
  readonly utterance: UtteranceState | null;
  /** Between utterances: a known sound that goes on in silence. */
  readonly followed: FollowedSound | null;
  /** Where the last word ended. */
  readonly lastEnd: number;
  readonly speakers: Speakers;
};

type UtteranceState = {
  readonly start: number;
  readonly source: SourceState;
};

/** Where the words of an utterance come from. */
type SourceState = ScriptedState | UnscriptedState;

type Sourced = readonly [source: SourceState, words: readonly PlacedWord[]];

export function initialHearing(): HearingState {
  return {
    at: 0,
    activity: initialActivity(),
    index: 0,
    utterance: null,
    followed: null,
    lastEnd: 0,
    speakers: [],
  };
}

/** The next hop. */
export function hear(
  state: HearingState,
  { level, fingerprint }: MeasuredHop,
  sources: Sources,
): readonly [HearingState, HeardHop] {
  const { at, lastEnd } = state;
  const [nextActivity, active] = activity(state.activity, level);
  const { isVoice, quiet } = active;
  const isOnset = isVoice && !state.activity.isVoice;
  const onset = isOnset ? Math.max(at + 1 - onsetHops, lastEnd) : undefined;
  const measured = { ...state, at: at + 1, activity: nextActivity };
  const begun = withUtterance(measured, onset, active.wasNoise, sources);
  const heard = { at, isVoice, silence: isVoice ? 0 : quiet };
  const { utterance } = begun;
  if (utterance === null) {
    const next = withoutVoice(begun, { at, level, fingerprint }, sources);
    return [next, { ...heard, words: [], isUtteranceEnd: false }];
  }
  const isUtteranceEnd = !isVoice && quiet >= sources.gapHops;
  const needsRest = isUtteranceEnd || (!isVoice && quiet >= (sources.restHops ?? Infinity));
  const [source, found] = sourceHop(
    utterance,
    { at, isVoice, quiet, onset, level, fingerprint, lastEnd },
    sources,
  );
  const last = found.at(-1)?.end ?? lastEnd;
  const [after, rest] = needsRest
    ? restOf({ ...utterance, source }, { end: at + 1, quiet, lastEnd: last, isUtteranceEnd })
    : [source, []];
  const [next, words] = withWords(begun, utterance, [...found, ...rest]);
  return [
    isUtteranceEnd ? withoutUtterance(next, after) : withSource(next, utterance, after),
    { ...heard, words, pending: pendingOf(after), isUtteranceEnd },
  ];
}

/** The audio ends at `at`: the words of the utterance in progress that are not known yet. */
export function lastWords(
  state: HearingState,
  at: number,
): readonly [HearingState, readonly HeardWord[]] {
  const { utterance, lastEnd, activity } = state;
  if (utterance === null) return [state, []];
  const { quiet } = activity;
  const [source, rest] = restOf(utterance, { end: at, quiet, lastEnd, isUtteranceEnd: true });
  const [next, words] = withWords(state, utterance, rest);
  const ended = { ...next, activity: { ...activity, isVoice: false, loud: 0 } };
  return [withoutUtterance(ended, source), words];
}

/** Begins an utterance with voice. Voice that turns out to be noise before its first word was no utterance. */
function withUtterance(
  state: HearingState,
  onset: number | undefined,
  wasNoise: boolean,
  sources: Sources,
): HearingState {
  const { utterance, lastEnd, index, followed } = state;
  if (utterance !== null) {
    return wasNoise && lastEnd <= utterance.start ? { ...state, utterance: null } : state;
  }
  if (onset === undefined) return state;
  const scripted = sources.utterance(index);
  const source =
    scripted === undefined ? beginUnscripted(followed) : beginScripted(scripted, index);
  return { ...state, utterance: { start: onset, source }, followed: null };
}

function withSource(
  state: HearingState,
  { start }: UtteranceState,
  source: SourceState,
): HearingState {
  return { ...state, utterance: { start, source } };
}

/** A known sound goes on in silence. */
function withoutUtterance(state: HearingState, source: SourceState): HearingState {
  const followed = source.kind === 'unscripted' ? source.followed : null;
  return { ...state, utterance: null, index: state.index + 1, followed };
}

function withoutVoice(state: HearingState, silent: KnownHop, sources: Sources): HearingState {
  if (state.followed === null) return state;
  const hop = followKnown(state.followed, silent, sources);
  return { ...state, followed: hop?.status === 'heard' ? hop.followed : null };
}

interface SourcedHop extends VoiceHop, KnownHop {
  readonly lastEnd: number;
}

/** The words that one hop of an utterance adds. `lastEnd`: where the last word ended, of any utterance. */
function sourceHop(
  { start, source }: UtteranceState,
  { at, isVoice, quiet, onset, level, fingerprint, lastEnd: end }: SourcedHop,
  sources: Sources,
): Sourced {
  switch (source.kind) {
    case 'script':
      return scriptedHop(source, { at, isVoice, quiet, onset });
    case 'unscripted':
      return unscriptedHop(
        source,
        { at, isVoice, quiet, onset, level, fingerprint, lastEnd: endWithin(start, end) },
        sources,
      );
  }
}

interface Rest {
  readonly end: number;
  readonly quiet: number;
  readonly lastEnd: number;
  readonly isUtteranceEnd: boolean;
}

/** The words that are not known yet. Known sounds and placeholders have some only at the end of their utterance. */
function restOf(
  { start, source }: UtteranceState,
  { end, quiet, lastEnd, isUtteranceEnd }: Rest,
): Sourced {
  switch (source.kind) {
    case 'script':
      return restOfScript(source, Math.max(start, lastEnd), end);
    case 'unscripted':
      if (!isUtteranceEnd) return [source, []];
      return endUnscripted(source, { end, quiet, lastEnd: endWithin(start, lastEnd) });
  }
}

function pendingOf(source: SourceState): number | undefined {
  return source.kind === 'unscripted' ? pendingFrom(source) : undefined;
}

/** Where the last word of an utterance ended; undefined if it has none yet. */
function endWithin(start: number, lastEnd: number): number | undefined {
  return lastEnd > start ? lastEnd : undefined;
}

function withWords(
  state: HearingState,
  { start }: UtteranceState,
  found: readonly PlacedWord[],
): readonly [HearingState, readonly HeardWord[]] {
  if (found.length === 0) return [state, []];
  let { speakers } = state;
  const placed = placedWithin(found, Math.max(start, state.lastEnd), state.at);
  const words = placed.map((word) => {
    const [next, numbered] = withSpeaker(speakers, word);
    speakers = next;
    return numbered;
  });
  return [{ ...state, speakers, lastEnd: words.at(-1)?.end ?? state.lastEnd }, words];
}
