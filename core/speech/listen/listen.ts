// Listening, v1, for one channel: cuts the words into segments, and says when speech starts and an utterance ends.
// A stage: it runs hop by hop, so that no result depends on the frames in which the audio arrives.

import type { HeardHop } from '../recognition/hearing/words.ts';
import type { HeardWord } from '../text/heard-word.ts';
import type { ListeningOutput, SegmentResult, SegmentRules } from './output.ts';

/** An interim result comes at each multiple of this length of a segment. */
export const interimHops = 100;
/** A segment of this length is final at the next gap between words. */
export const longSegmentHops = 400;
/** No segment is longer. */
export const segmentHopsMax = 600;
/** A segment with so many words is final at once, so that state and results are bounded: short audio may have a long script. */
export const segmentWordsMax = 500;

/** Plain data, to be saved with a session. */
export type ListeningState = {
  /** Where the segment in progress starts: the last final result ended there. */
  readonly start: number;
  /** Of the segment in progress. */
  readonly words: readonly HeardWord[];
  readonly isVoice: boolean;
  /** Whether there was voice since endpointing last made a segment final. */
  readonly awaitsEndpoint: boolean;
  /** The last final word, until its UtteranceEnd. */
  readonly lastWord: { readonly end: number; readonly isByFinalize: boolean } | null;
};

type Listened = readonly [ListeningState, readonly ListeningOutput[]];

export function initialListening(): ListeningState {
  return { start: 0, words: [], isVoice: false, awaitsEndpoint: false, lastWord: null };
}

/** The next hop of the channel. */
export function listen(state: ListeningState, hop: HeardHop, rules: SegmentRules): Listened {
  const end = hop.at + 1;
  const outputs: ListeningOutput[] = [];
  if (rules.vadEvents && hop.isVoice && !state.isVoice) {
    outputs.push({ kind: 'speechStarted', at: hop.at });
  }
  let next = {
    ...withWords(state, hop.words, end),
    isVoice: hop.isVoice,
    awaitsEndpoint: state.awaitsEndpoint || hop.isVoice,
  };
  const speechFinal = isEndpoint(next, hop, rules);
  if (speechFinal || isLong(next, hop)) {
    const final = segmentUntil(next, end, { isFinal: true, speechFinal });
    next = { ...next, ...behind(next, final), awaitsEndpoint: next.awaitsEndpoint && !speechFinal };
    outputs.push(final);
  } else if (rules.interimResults && (end - next.start) % interimHops === 0) {
    outputs.push(segmentUntil(next, end, {}));
  }
  if (next.lastWord !== null && isUtteranceOver(next, hop, rules)) {
    const { isByFinalize, end: lastWordEnd } = next.lastWord;
    outputs.push({ kind: 'utteranceEnd', lastWordEnd: isByFinalize ? -1 : lastWordEnd });
    next = { ...next, lastWord: null };
  }
  return [next, outputs];
}

/** The client wants what is known at once. `at`: the length of the audio so far. One final result, perhaps an empty one. */
export function finalize(state: ListeningState, at: number): Listened {
  const final = segmentUntil(state, at, { isFinal: true, fromFinalize: true });
  return [{ ...state, ...behind(state, final) }, [final]];
}

/** The stream ends. `at`: its length. One final result, perhaps an empty one. */
export function closeListening(
  state: ListeningState,
  at: number,
  lastWords: readonly HeardWord[],
): Listened {
  const whole = withWords(state, lastWords, at);
  const final = segmentUntil(whole, at, { isFinal: true });
  return [{ ...whole, ...behind(whole, final) }, [final]];
}

/** Endpointing makes one segment final in each silence behind voice, and those whose words are known later. */
function isEndpoint(
  { awaitsEndpoint, words }: ListeningState,
  { isVoice, silence }: HeardHop,
  { endpointingHops }: SegmentRules,
): boolean {
  const isSilent = endpointingHops !== null && !isVoice && silence >= endpointingHops;
  return isSilent && (awaitsEndpoint || words.length > 0);
}

/** A word that becomes known has just ended: there is a gap behind it, as there is one in every silence. */
function isLong(state: ListeningState, { at, isVoice, words }: HeardHop): boolean {
  if (state.words.length >= segmentWordsMax) return true;
  const length = at + 1 - state.start;
  const isGap = !isVoice || words.length > 0;
  return length >= (isGap ? longSegmentHops : segmentHopsMax);
}

/**
 * Whether no word begins for long enough behind the last final one. Words that are not final yet begin no such time, nor do those
 * that are not known yet.
 */
function isUtteranceOver(
  { lastWord, words }: ListeningState,
  { at, pending }: HeardHop,
  { interimResults, utteranceEndHops }: SegmentRules,
): boolean {
  if (!interimResults || utteranceEndHops === null || lastWord === null) return false;
  return (words[0]?.start ?? pending ?? at + 1) - lastWord.end >= utteranceEndHops;
}

/**
 * Words that began before the segment are clipped to it; those that ended before it follow each other at its start. A word
 * without a length stays so.
 */
function withWords(
  state: ListeningState,
  words: readonly HeardWord[],
  end: number,
): ListeningState {
  if (words.length === 0) return state;
  const placed = [...state.words];
  for (const word of words) {
    const earliest = placed.at(-1)?.end ?? state.start;
    const start = Math.max(word.start, earliest);
    const endMin = word.end > word.start ? start + 1 : start;
    placed.push({ ...word, start, end: Math.min(Math.max(word.end, endMin), end) });
  }
  return { ...state, words: placed };
}

function segmentUntil(
  { start, words }: ListeningState,
  end: number,
  flags: Partial<Pick<SegmentResult, 'isFinal' | 'speechFinal' | 'fromFinalize'>>,
): SegmentResult {
  const none = { isFinal: false, speechFinal: false, fromFinalize: false };
  return { kind: 'result', start, end, words, ...none, ...flags };
}

/** The segment behind a final result. */
function behind(
  { lastWord }: ListeningState,
  { end, words, fromFinalize }: SegmentResult,
): Pick<ListeningState, 'start' | 'words' | 'lastWord'> {
  const last = words.at(-1);
  const final = last === undefined ? lastWord : { end: last.end, isByFinalize: fromFinalize };
  return { start: end, words: [], lastWord: final };
}
