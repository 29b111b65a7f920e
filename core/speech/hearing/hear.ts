// Hears one channel: levels and fingerprints in, words out, hop by hop. The words of an utterance, the speech between two
// silences, come from the script if it has one for it; else they are placeholders.

import type { ScriptedUtterance } from '../records/script.ts';
import type { KnownSound } from '../records/sound.ts';
import type { SoundMatch } from '../sounds/find.ts';
import {
  activity,
  initialActivity,
  onsetHops,
  type Activity,
  type ActivityState,
} from './activity.ts';
import { initialPace, lastPlace, pace, paceFrom, type PaceState, type WordPlace } from './pace.ts';
import { noFingerprints, placeholder, withFingerprint } from './placeholders.ts';
import { nextScripted, restOfScript, type ScriptedState } from './scripted.ts';
import { withSpeaker, type Speakers } from './speakers.ts';
import type { HeardHop, HeardWord, PlacedWord } from './words.ts';

/** What hearing needs from the world. */
export interface Sources {
  /** The silence that separates utterances, in hops. */
  readonly gapHops: number;
  /** The silence after which a scripted utterance gives its remaining words at once; undefined: only at its end. */
  readonly restHops: number | undefined;
  /** The utterance of the script for this session and channel, by its number from 0. */
  readonly utterance: (index: number) => ScriptedUtterance | undefined;
  /** Searches the known sounds; an event repeats the answer. */
  readonly find: (fingerprints: readonly number[]) => SoundMatch | undefined;
  /** By its id; undefined once it is forgotten. */
  readonly sound: (id: string) => KnownSound | undefined;
}

/** What is measured in one hop. */
export interface MeasuredHop {
  readonly level: number;
  readonly fingerprint: number;
}

/** Where the words of the utterance in progress come from. */
type SourceState = ScriptedState | PlaceholderState;

type PlaceholderState = {
  readonly kind: 'placeholders';
  /** Of the fingerprints of the word in progress. */
  readonly hash: number;
};

/** Plain data, to be saved with a session. Its size does not depend on the length of the audio. */
export type HearingState = {
  /** The number of the next hop. */
  readonly at: number;
  readonly activity: ActivityState;
  /** The number of the utterance in progress, or to come. */
  readonly index: number;
  readonly utterance: UtteranceState | null;
  readonly pace: PaceState;
  /** Where the last word ended. */
  readonly lastEnd: number;
  readonly speakers: Speakers;
};

type UtteranceState = {
  readonly start: number;
  readonly source: SourceState;
};

/** Words of an utterance in progress, and what it is then. */
type Found = readonly [source: SourceState, words: readonly PlacedWord[]];

export function initialHearing(): HearingState {
  return {
    at: 0,
    activity: initialActivity(),
    index: 0,
    utterance: null,
    pace: initialPace,
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
  const { at } = state;
  const [nextActivity, active] = activity(state.activity, level);
  const { isVoice, quiet } = active;
  const silence = isVoice ? 0 : quiet;
  const before = withUtterance({ ...state, at: at + 1, activity: nextActivity }, active, sources);
  const { utterance } = before;
  if (utterance === null) {
    return [before, { at, isVoice, silence, words: [], isUtteranceEnd: false }];
  }
  const isUtteranceEnd = !isVoice && silence >= sources.gapHops;
  const [paced, place] = pace(before.pace, { at, isVoice, quiet });
  const needsRest = isUtteranceEnd || (!isVoice && silence >= (sources.restHops ?? Infinity));
  const progress = { place, needsRest, ...(before.pace.start === null ? {} : { fingerprint }) };
  const [source, words] = wordsOf(before, utterance, progress);
  const [next, heard] = withWords({ ...before, pace: paced }, words);
  return [
    isUtteranceEnd ? withoutUtterance(next) : { ...next, utterance: { ...utterance, source } },
    { at, isVoice, silence, words: heard, isUtteranceEnd },
  ];
}

/** The audio ends at `at`: the words of the utterance in progress that are not known yet. */
export function lastWords(
  state: HearingState,
  at: number,
): readonly [HearingState, readonly HeardWord[]] {
  const { utterance } = state;
  if (utterance === null) return [state, []];
  const place = lastPlace(state.pace, at, state.activity.quiet);
  const isScript = utterance.source.kind === 'script';
  const end = { place: isScript ? undefined : place, needsRest: true };
  const [, words] = wordsOf(state, utterance, end);
  const [next, heard] = withWords({ ...state, pace: initialPace }, words);
  return [withoutUtterance(next), heard];
}

/** Begins an utterance with voice. Voice that turns out to be noise before its first word was no utterance. */
function withUtterance(state: HearingState, active: Activity, sources: Sources): HearingState {
  const { isVoice, wasNoise } = active;
  const { utterance, lastEnd, index } = state;
  if (wasNoise && utterance !== null && lastEnd <= utterance.start) {
    return { ...state, utterance: null, pace: initialPace };
  }
  if (!isVoice || state.pace.start !== null) return state;
  const start = Math.max(state.at - onsetHops, lastEnd);
  const voiced = { ...state, pace: paceFrom(start) };
  if (utterance !== null) return voiced;
  const scripted = sources.utterance(index);
  const source: SourceState =
    scripted === undefined
      ? { kind: 'placeholders', hash: noFingerprints }
      : { kind: 'script', utterance: scripted, number: index, known: 0 };
  return { ...voiced, utterance: { start, source } };
}

function withoutUtterance(state: HearingState): HearingState {
  return { ...state, utterance: null, index: state.index + 1 };
}

interface Progress {
  /** Of the word that ends here. */
  readonly place: WordPlace | undefined;
  /** Of the hop, in voice. */
  readonly fingerprint?: number;
  /** Whether all words of a script are to be known. */
  readonly needsRest: boolean;
}

function wordsOf(
  state: HearingState,
  { start, source }: UtteranceState,
  progress: Progress,
): Found {
  switch (source.kind) {
    case 'script':
      return scriptedWords(state, start, source, progress);
    case 'placeholders':
      return placeholders(source, progress, state.lastEnd <= start);
  }
}

function scriptedWords(
  { at, lastEnd }: HearingState,
  start: number,
  source: ScriptedState,
  { place, needsRest }: Progress,
): Found {
  const words: PlacedWord[] = [];
  let next = source;
  if (place !== undefined && !place.isShort) {
    const [after, word] = nextScripted(source);
    next = after;
    if (word !== undefined) words.push({ ...word, start: place.start, end: place.end });
  }
  if (!needsRest) return [next, words];
  const from = words.at(-1)?.end ?? Math.max(start, lastEnd);
  const [after, rest] = restOfScript(next, from, at);
  return [after, [...words, ...rest]];
}

/** A short piece of voice has a word only if it is the first of its utterance. */
function placeholders(
  { hash, kind }: PlaceholderState,
  { place, fingerprint }: Progress,
  isFirst: boolean,
): Found {
  const next = fingerprint === undefined ? hash : withFingerprint(hash, fingerprint);
  if (place === undefined) return [{ kind, hash: next }, []];
  const source: PlaceholderState = { kind, hash: noFingerprints };
  if (place.isShort && !isFirst) return [source, []];
  return [source, [{ ...placeholder(next), start: place.start, end: place.end }]];
}

function withWords(
  state: HearingState,
  words: readonly PlacedWord[],
): readonly [HearingState, readonly HeardWord[]] {
  if (words.length === 0) return [state, []];
  let { speakers } = state;
  const heard = words.map((word) => {
    const [next, numbered] = withSpeaker(speakers, word);
    speakers = next;
    return numbered;
  });
  return [{ ...state, speakers, lastEnd: heard.at(-1)?.end ?? state.lastEnd }, heard];
}
