// Segments of one channel of /v1/listen. The stage runs hop by hop (10 ms), so that results do not depend on frames. Three clocks:
//   segment        audio since the last final result. Sends an interim result each second; ends the segment at a gap between words
//                  after 4 s, at the latest after 6 s. Any final result resets it: of endpointing, of length, or of a Finalize.
//   endpoint       silence after the last voice. At `endpointing` it finalizes the segment with `speech_final`, once for each
//                  silence, and again for words that become known later. Voice resets it.
//   utterance end  time after the last final word. At `utterance_end_ms` it sends UtteranceEnd, once for that word. A word that
//                  begins stops it, even while it is unknown or not final; the next final word restarts it. Interim results only.

import type { HeardHop } from '../recognition/hearing/words.ts';
import type { HeardWord } from '../text/heard-word.ts';
import type { ListeningOutput, SegmentResult, SegmentRules } from './output.ts';

/** An interim result is sent at each multiple of this length of a segment. */
export const interimHops = 100;
/** A segment of this length becomes final at the next gap between words. */
export const longSegmentHops = 400;
/** No segment is longer. */
export const segmentHopsMax = 600;
/** A segment with this many words becomes final at once, which bounds state and results: short audio may have a long script. */
export const segmentWordsMax = 500;

/** Plain data, to be saved with a session. */
export type ListeningState = {
  /** The start of the segment in progress, which is the end of the last final result. */
  readonly start: number;
  /** The words of the segment in progress. */
  readonly words: readonly HeardWord[];
  readonly isVoice: boolean;
  /** Whether there was voice after the last segment that endpointing ended. */
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
    next = {
      ...next,
      ...nextSegment(next, final),
      awaitsEndpoint: next.awaitsEndpoint && !speechFinal,
    };
    outputs.push(final);
  } else if (rules.interimResults && (end - next.start) % interimHops === 0) {
    outputs.push(segmentUntil(next, end, {}));
  }
  if (next.lastWord !== null && isUtteranceEndDue(next, hop, rules)) {
    const { isByFinalize, end: lastWordEnd } = next.lastWord;
    outputs.push({ kind: 'utteranceEnd', lastWordEnd: isByFinalize ? -1 : lastWordEnd });
    next = { ...next, lastWord: null };
  }
  return [next, outputs];
}

/** Finalizes the current segment on request, with one result that may be empty. `at`: the length of the audio so far. */
export function finalize(state: ListeningState, at: number): Listened {
  const final = segmentUntil(state, at, { isFinal: true, fromFinalize: true });
  return [{ ...state, ...nextSegment(state, final) }, [final]];
}

/** Finalizes the rest of the stream, with one result that may be empty. `at`: the length of the stream. */
export function closeListening(
  state: ListeningState,
  at: number,
  lastWords: readonly HeardWord[],
): Listened {
  const whole = withWords(state, lastWords, at);
  const final = segmentUntil(whole, at, { isFinal: true });
  return [{ ...whole, ...nextSegment(whole, final) }, [final]];
}

/** Endpointing ends one segment in each silence after voice, and segments whose words become known later. */
function isEndpoint(
  { awaitsEndpoint, words }: ListeningState,
  { isVoice, silence }: HeardHop,
  { endpointingHops }: SegmentRules,
): boolean {
  const isSilent = endpointingHops !== null && !isVoice && silence >= endpointingHops;
  return isSilent && (awaitsEndpoint || words.length > 0);
}

/** Gaps are silence, and the hop at which a word becomes known: the word has just ended. */
function isLong(state: ListeningState, { at, isVoice, words }: HeardHop): boolean {
  if (state.words.length >= segmentWordsMax) return true;
  const length = at + 1 - state.start;
  const isGap = !isVoice || words.length > 0;
  return length >= (isGap ? longSegmentHops : segmentHopsMax);
}

/** Measures the gap from the last final word to the start of the next word, final or not, or to now. */
function isUtteranceEndDue(
  { lastWord, words }: ListeningState,
  { at, pending }: HeardHop,
  { interimResults, utteranceEndHops }: SegmentRules,
): boolean {
  if (!interimResults || utteranceEndHops === null || lastWord === null) return false;
  return (words[0]?.start ?? pending ?? at + 1) - lastWord.end >= utteranceEndHops;
}

/** Clips words to the segment. Words that ended before it follow one another at its start; a word without a length stays so. */
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

/** The segment after a final result. */
function nextSegment(
  { lastWord }: ListeningState,
  { end, words, fromFinalize }: SegmentResult,
): Pick<ListeningState, 'start' | 'words' | 'lastWord'> {
  const last = words.at(-1);
  const final = last === undefined ? lastWord : { end: last.end, isByFinalize: fromFinalize };
  return { start: end, words: [], lastWord: final };
}
