// Words of a script, laid over the voice of an utterance. Those that are left when it ends follow each other in its last hops.

import type { ScriptedEntity, ScriptedUtterance } from '../records/script.ts';
import type { PlainWord, PlacedWord } from './words.ts';

const confidenceDefault = 0.99;
/** The most that a word takes in the silence behind its utterance. */
const restHopsMax = 5;

/** Plain data, to be saved with a session. */
export type ScriptedState = {
  readonly kind: 'script';
  readonly utterance: ScriptedUtterance;
  /** The number of the utterance in its part. */
  readonly number: number;
  /** How many of its words are known. */
  readonly known: number;
};

/** The next word that is not known yet. */
export function nextScripted(
  state: ScriptedState,
): readonly [ScriptedState, PlainWord | undefined] {
  const word = scriptedWords(state)[state.known];
  return word === undefined ? [state, undefined] : [{ ...state, known: state.known + 1 }, word];
}

/** All words that are not known yet, between `from` and `end`. */
export function restOfScript(
  state: ScriptedState,
  from: number,
  end: number,
): readonly [ScriptedState, readonly PlacedWord[]] {
  const words = scriptedWords(state);
  const rest = words.slice(state.known);
  if (rest.length === 0) return [state, []];
  const entries = joinedTo(rest, end - from);
  const each = Math.min(restHopsMax, Math.floor((end - from) / entries.length));
  const first = end - each * entries.length;
  const placed = entries.map((word, index) => {
    const start = first + index * each;
    return { ...word, start, end: start + each };
  });
  return [{ ...state, known: words.length }, placed];
}

/** Where more words are left than there are hops, some share an entry. */
function joinedTo(words: readonly PlainWord[], count: number): readonly PlainWord[] {
  if (words.length <= count) return words;
  return Array.from({ length: count }, (_, index) => {
    const share = words.slice(
      Math.floor((index * words.length) / count),
      Math.floor(((index + 1) * words.length) / count),
    );
    return { ...(share[0] as PlainWord), text: share.map(({ text }) => text).join(' ') };
  });
}

function scriptedWords({ utterance, number }: ScriptedState): readonly PlainWord[] {
  const { text, language, speaker, confidence = confidenceDefault, entities = [] } = utterance;
  const texts = wordsOf(text);
  const ranges = entities.map((entity) => rangeOf(entity, texts));
  return texts.map((word, index) => {
    const entity = ranges.findIndex(([from, to]) => from <= index && index < to);
    return {
      text: word,
      confidence: Math.round(confidence * 100),
      speaker: speaker === undefined ? '' : `${speaker}`,
      ...(language === undefined ? {} : { language }),
      ...(entity < 0
        ? {}
        : { entity: entityWith(entities[entity] as ScriptedEntity, number, entity) }),
    };
  });
}

/** Numbers are unique in a part, so that neighbours with equal ones are one entity. */
function entityWith({ label, value }: ScriptedEntity, utterance: number, index: number) {
  return { number: utterance * entityNumbers + index, label, value };
}

/** Numbers for the entities of one utterance. */
const entityNumbers = 1_000;

/** The words of an entity: as given, or where its value is in the text. */
function rangeOf(
  { value, from, to }: ScriptedEntity,
  texts: readonly string[],
): readonly [from: number, to: number] {
  if (from !== undefined) return [from, to ?? from + 1];
  const wanted = wordsOf(value).map(bare);
  const first = texts.findIndex((_, index) =>
    wanted.every((word, offset) => bare(texts[index + offset] ?? '') === word),
  );
  return first < 0 || wanted.length === 0 ? [0, 0] : [first, first + wanted.length];
}

/** Without signs around it. */
function bare(word: string): string {
  return word.replace(/^["'“‘(]+|["'”’).,;:!?]+$/g, '');
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
