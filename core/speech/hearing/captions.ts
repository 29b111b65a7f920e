// Captions: the words that a file in the audio has in its header. They are known where they are in the file, as far as there is voice;
// without stated places they are laid over the voice, as those of scripts are, but sentence by sentence: the last word of one does
// not come after a pause.

import type { Caption, FileCaption, ReceivedAudio } from '../records/session-base.ts';
import { initialPace, pace, type PaceState, type VoiceHop } from './pace.ts';
import { placedAtEnd } from './scripted.ts';
import type { PlacedWord, PlainWord } from './words.ts';

/** In hundredths. */
const captionConfidence = 99;
/** Of all files: nothing says who speaks. */
const captionSpeaker = 'file';

/** Of a caption, what was heard. Plain data, to be saved with a session. */
export type CaptionProgress = {
  /** Where the audio of its file begins. */
  readonly hop: number;
  /** How many of its words are known. */
  readonly known: number;
};

export type CaptionedState = CaptionProgress & {
  readonly kind: 'caption';
  /** Without stated places. */
  readonly pace?: PaceState;
};

type Captioned = readonly [CaptionedState, readonly PlacedWord[]];

/** What is heard with a frame: the caption of a file that began before, and those that the frame brings. */
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

/** The rest of a caption, of which some words may be known; undefined if there is none. */
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
  const places = placesOf(caption);
  if (places !== undefined) {
    return wordsUntil(state, places, (word) => word.end <= hop.at + 1);
  }
  const [paced, place] = pace(state.pace ?? initialPace, hop);
  const next = { ...state, pace: paced };
  if (place === undefined) return [next, []];
  const words = wordsOf(caption);
  const until = place.isShort ? state.known : state.known + 1;
  const said = words
    .slice(state.known, until)
    .map((word) => ({ ...word, start: place.start, end: place.end }));
  const isLastLeft = !hop.isVoice && sentenceEnd(words, until) === until + 1;
  const known = Math.min(isLastLeft ? until + 1 : until, words.length);
  const end = hop.at + 1 - hop.quiet;
  const last = isLastLeft ? placedAtEnd(words.slice(until, known), place.end, end) : [];
  return [{ ...next, known }, [...said, ...last]];
}

/** The utterance pauses for long or ends, or the audio, at `end`: the word that is half heard, or the rest of the sentence. */
export function restOfCaption(
  state: CaptionedState,
  caption: Caption,
  from: number,
  end: number,
): Captioned {
  const places = placesOf(caption);
  if (places !== undefined) {
    return wordsUntil(state, places, (word) => word.start + word.end <= 2 * end);
  }
  const words = wordsOf(caption);
  const isOver = caption.hops !== undefined && end >= caption.hop + caption.hops;
  const known = isOver ? words.length : sentenceEnd(words, state.known);
  return [{ ...state, known }, placedAtEnd(words.slice(state.known, known), from, end)];
}

/** What is left once another source had the words up to `end`. */
export function passedCaption(
  caption: Caption,
  before: CaptionProgress | undefined,
  end: number,
): CaptionProgress | undefined {
  const state = beginCaptioned(caption, before);
  const places = placesOf(caption);
  if (state === undefined || places === undefined) return before;
  return progressOf(wordsUntil(state, places, (word) => word.end <= end)[0]);
}

export function progressOf({ hop, known }: CaptionedState): CaptionProgress {
  return { hop, known };
}

/** Where the next word begins, if it has begun by `end`, as far as that can be told. */
export function pendingCaption(
  { known }: CaptionedState,
  caption: Caption,
  end: number,
): number | undefined {
  const places = placesOf(caption);
  if (places === undefined) return undefined;
  const next = places[known];
  return next !== undefined && next.start < end ? next.start : undefined;
}

function wordsUntil(
  state: CaptionedState,
  words: readonly PlacedWord[],
  isHeard: (word: PlacedWord) => boolean,
): Captioned {
  let { known } = state;
  for (let next = words[known]; next !== undefined && isHeard(next); next = words[known]) {
    known += 1;
  }
  return [{ ...state, known }, words.slice(state.known, known)];
}

/** The number of the word after a sentence that has begun before `known`. */
function sentenceEnd(words: readonly PlainWord[], known: number): number {
  let end = known;
  while (end > 0 && end < words.length && !endsSentence(words[end - 1])) end += 1;
  return end;
}

const endsSentence = (word: PlainWord | undefined) =>
  word !== undefined && /[.!?…。！？]["”'’)]*$/.test(word.text);

/** What is computed of a caption once: it is immutable. */
interface Content {
  readonly words: readonly PlainWord[];
  /** At their places in the stream. */
  readonly placed: readonly PlacedWord[] | undefined;
}

const contents = new WeakMap<Caption, Content>();

const wordsOf = (caption: Caption) => contentOf(caption).words;
const placesOf = (caption: Caption) => contentOf(caption).placed;

function contentOf(caption: Caption): Content {
  const known = contents.get(caption);
  if (known !== undefined) return known;
  const { hop, places } = caption;
  const words = caption.words.split(' ').map((text) => ({
    text,
    confidence: captionConfidence,
    speaker: captionSpeaker,
  }));
  const placed =
    places &&
    words.map((word, index) => ({
      ...word,
      start: hop + (places[2 * index] ?? 0),
      end: hop + (places[2 * index + 1] ?? 0),
    }));
  const content = { words, placed };
  contents.set(caption, content);
  return content;
}
