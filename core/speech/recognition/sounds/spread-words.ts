// Spreads the words of a text over the voice of a sound, in proportion to their lengths. Pauses are between clauses, and longer ones
// between sentences.

import type { SoundWord } from '../../synthesis/sound-print.ts';

/** A hop has voice if it is at most 36 dB below the loudest one. */
const voiceDepth = 48;
/** About the noise of the last bit; nothing below is voice. */
const voiceLevelMin = 16;
/** Silence of this length is a pause, not the closure of a consonant. */
const pauseHops = 12;
/** Silence of this length is between sentences: a synthesized sentence has shorter pauses. */
const sentencePauseHops = 30;
/** Shorter sounds between pauses are clicks. */
const stretchHopsMin = 4;
/** Digits are spoken as words. */
const digitLetters = 4;

/** Signs without sounds. A token of signs only is no word. */
const silentToken = /^[!"'(),\-.:;?[\]{}\u00a1\u00bf\u2010-\u205e\u3000-\u303f]*$/;
const clauseEnd = /[.,;:!?\u2026]["')\]\u2019\u201d]*$/;

/** As written, with their signs. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((token) => !silentToken.test(token));
}

export interface SpreadWords {
  readonly words: readonly SoundWord[];
  /** The first hop with voice, and the hop after the last one; both 0 without voice. */
  readonly voiceStart: number;
  readonly voiceEnd: number;
}

/** Hops with voice, without a pause. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** `sentences`: the words of each. `levels`: of each hop of the sound. */
export function spreadWords(
  sentences: readonly (readonly string[])[],
  levels: readonly number[],
): SpreadWords {
  const stretches = stretchesOf(levels);
  const voiceStart = stretches[0]?.start ?? 0;
  const voiceEnd = stretches.at(-1)?.end ?? 0;
  const parts = partsOf(stretches);
  const words =
    parts.length === sentences.length
      ? sentences.flatMap((texts, index) => spreadClauses(texts, parts[index] ?? []))
      : spreadClauses(sentences.flat(), stretches);
  return { words, voiceStart, voiceEnd };
}

/** Joins stretches across pauses that are too short for the end of a sentence. */
function partsOf(stretches: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const parts: Stretch[][] = [];
  let lastEnd = -Infinity;
  for (const stretch of stretches) {
    if (stretch.start - lastEnd >= sentencePauseHops) parts.push([]);
    parts.at(-1)?.push(stretch);
    lastEnd = stretch.end;
  }
  return parts;
}

function spreadClauses(
  texts: readonly string[],
  stretches: readonly Stretch[],
): readonly SoundWord[] {
  const clauses = clausesOf(texts);
  return clauses.length === stretches.length
    ? clauses.flatMap((clause, index) => spread(clause, [stretches[index] as Stretch]))
    : spread(texts, stretches);
}

function stretchesOf(levels: readonly number[]): readonly Stretch[] {
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0); // a spread would overflow the stack
  const limit = Math.max(voiceLevelMin, loudest - voiceDepth);
  const stretches: Stretch[] = [];
  levels.forEach((level, hop) => {
    if (level < limit) return;
    const last = stretches.at(-1);
    if (last !== undefined && hop - last.end < pauseHops) {
      stretches[stretches.length - 1] = { start: last.start, end: hop + 1 };
    } else stretches.push({ start: hop, end: hop + 1 });
  });
  return stretches.filter(({ start, end }) => end - start >= stretchHopsMin);
}

function clausesOf(texts: readonly string[]): readonly (readonly string[])[] {
  const clauses: string[][] = [[]];
  texts.forEach((text, index) => {
    clauses.at(-1)?.push(text);
    if (clauseEnd.test(text) && index < texts.length - 1) clauses.push([]);
  });
  return clauses;
}

function spread(texts: readonly string[], stretches: readonly Stretch[]): readonly SoundWord[] {
  const hops = stretches.flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, index) => start + index),
  );
  if (hops.length === 0) return [];
  const lengths = texts.map(spokenLength);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return texts.map((text, index) => {
    const first = Math.floor((before * hops.length) / total);
    before += lengths[index] as number;
    const behind = Math.floor((before * hops.length) / total);
    const start = hops[Math.min(first, hops.length - 1)] as number;
    const end = behind === first ? start : (hops[behind - 1] as number) + 1;
    return { text, start, end };
  });
}

function spokenLength(text: string): number {
  return text.length + (digitLetters - 1) * (text.match(/[0-9]/g)?.length ?? 0);
}
