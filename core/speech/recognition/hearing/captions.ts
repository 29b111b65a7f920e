// Captions: the words in the header of a file in the audio. They become known at their places in the file, where there is voice.
// Without stated places they are spread over the voice as scripts are, but sentence by sentence: no pause comes before the last word
// of a sentence.

import type { Caption, FileCaption, ReceivedAudio } from './audio.ts';
import { initialPace, pace, type PaceState, type VoiceHop } from './pace.ts';
import { placedAtEnd } from './scripted.ts';
import type { PlacedWord, PlainWord } from './words.ts';

/** In hundredths. */
const captionConfidence = 99;
/** The most words of a caption that become known at once, since a client may state any text. */
const wordsAtOnceMax = 1_000;
/** The speaker of all files, which do not name one. */
const captionSpeaker = 'file';

/** The progress in a caption. Plain data, to be saved with a session. */
export type CaptionProgress = {
  /** The hop at which the audio of its file begins. */
  readonly hop: number;
  /** The number of its words that are known. */
  readonly known: number;
};

export type CaptionedState = CaptionProgress & {
  readonly kind: 'caption';
  /** Without stated places. */
  readonly pace?: PaceState;
};

type Captioned = readonly [CaptionedState, readonly PlacedWord[]];

/** The captions in a frame: that of a file that began before, and those that begin in the frame. */
export function captionsIn(
  audio: ReceivedAudio,
  frame: { readonly captions?: readonly FileCaption[]; readonly sampleRate: number },
): readonly Caption[] {
  const before = audio.caption === undefined ? [] : [audio.caption];
  const added = (frame.captions ?? []).map(({ sample, ...content }) => ({
    hop: Math.floor(((audio.samples + sample) * 100) / frame.sampleRate),
    ...content,
  }));
  return [...before, ...added];
}

/** The rest of a caption after its known words; undefined if there is none. */
export function beginCaptioned(
  caption: Caption | undefined,
  before?: CaptionProgress,
): CaptionedState | undefined {
  if (caption === undefined) return undefined;
  const { hop } = caption;
  const known = before?.hop === hop ? before.known : 0;
  return hasWordsLeft(caption, { known }) ? { kind: 'caption', hop, known } : undefined;
}

export function hasWordsLeft(caption: Caption, { known }: Pick<CaptionProgress, 'known'>): boolean {
  return known < wordsOf(caption).length;
}

/** The next hop of the utterance. */
export function captionedHop(state: CaptionedState, caption: Caption, hop: VoiceHop): Captioned {
  if (caption.places !== undefined) {
    return wordsUntil(state, caption, (word) => word.end <= hop.at + 1);
  }
  const [paced, place] = pace(state.pace ?? initialPace, hop);
  const next = { ...state, pace: paced };
  if (place === undefined) return [next, []];
  const words = wordsOf(caption);
  const until = place.isShort ? state.known : state.known + 1;
  const said = words
    .slice(state.known, until)
    .map((text) => ({ ...plainWord(text), start: place.start, end: place.end }));
  const isLastLeft = !hop.isVoice && sentenceEnd(words, until) === until + 1;
  const known = Math.min(isLastLeft ? until + 1 : until, words.length);
  const end = hop.at + 1 - hop.quiet;
  const last = isLastLeft
    ? placedAtEnd(words.slice(until, known).map(plainWord), place.end, end)
    : [];
  return [{ ...next, known }, [...said, ...last]];
}

/**
 * At a long pause, or the end of an utterance or of the audio: the word that is half spoken, or the rest of the sentence. After the
 * end of the file, words beyond `wordsAtOnceMax` are lost: the next hop of the pause has no more.
 */
export function restOfCaption(
  state: CaptionedState,
  caption: Caption,
  from: number,
  end: number,
): Captioned {
  if (caption.places !== undefined) {
    return wordsUntil(state, caption, (word) => word.start + word.end <= 2 * end);
  }
  const words = wordsOf(caption);
  const isOver = caption.hops !== undefined && end >= caption.hop + caption.hops;
  const until = isOver ? words.length : sentenceEnd(words, state.known);
  const rest = words.slice(state.known, Math.min(until, state.known + wordsAtOnceMax));
  return [{ ...state, known: until }, placedAtEnd(rest.map(plainWord), from, end)];
}

/** The rest after another source had the words up to `end`. */
export function passedCaption(
  caption: Caption,
  before: CaptionProgress | undefined,
  end: number,
): CaptionProgress | undefined {
  const state = beginCaptioned(caption, before);
  if (state === undefined || caption.places === undefined) return before;
  return progressOf(wordsUntil(state, caption, (word) => word.end <= end)[0]);
}

export function progressOf({ hop, known }: CaptionedState): CaptionProgress {
  return { hop, known };
}

/** The start of the next word, if it has begun by `end`; undefined also if that is unknown. */
export function pendingCaption(
  { known }: CaptionedState,
  caption: Caption,
  end: number,
): number | undefined {
  const next = caption.places && placedWord(caption, known);
  return next !== undefined && next.start < end ? next.start : undefined;
}

/** The state after words that have been spoken, with these words. */
function wordsUntil(
  state: CaptionedState,
  caption: Caption,
  isHeard: (word: PlacedWord) => boolean,
): Captioned {
  const heard: PlacedWord[] = [];
  while (heard.length < wordsAtOnceMax) {
    const next = placedWord(caption, state.known + heard.length);
    if (next === undefined || !isHeard(next)) break;
    heard.push(next);
  }
  return [{ ...state, known: state.known + heard.length }, heard];
}

/** Undefined after the last one. */
function placedWord(caption: Caption, index: number): PlacedWord | undefined {
  const { hop, places = [] } = caption;
  const text = wordsOf(caption)[index];
  if (text === undefined) return undefined;
  const [start = 0, end = 0] = places.slice(2 * index, 2 * index + 2);
  return { ...plainWord(text), start: hop + start, end: hop + end };
}

function plainWord(text: string): PlainWord {
  return { text, confidence: captionConfidence, speaker: captionSpeaker };
}

/** The number of the word after a sentence that has begun before `known`. Longer ones are cut. */
function sentenceEnd(words: readonly string[], known: number): number {
  const isEnd = (end: number) => end % wordsAtOnceMax === 0 || endsSentence(words[end - 1]);
  let end = known;
  while (end < words.length && !isEnd(end)) end += 1;
  return end;
}

const endsSentence = (word = '') => /[.!?…。！？]["”'’)]*$/.test(word);

const wordLists = new WeakMap<Caption, readonly string[]>();

function wordsOf(caption: Caption): readonly string[] {
  const known = wordLists.get(caption);
  if (known !== undefined) return known;
  const words = caption.words.split(' ');
  wordLists.set(caption, words);
  return words;
}
