// Words of a script, spread over the voice of an utterance. Words that remain at its end follow one another in its last hops.

import { memoizeByObject } from '../../../kernel/memo.ts';
import {
  bareWords,
  entityRange,
  scriptWords,
  type ScriptedEntity,
  type ScriptedUtterance,
} from '../script/script.ts';
import { initialPace, pace, type PaceState, type VoiceHop } from './pace.ts';
import type { PlacedWord, PlainWord } from './words.ts';

const confidenceDefault = 0.99;
/** The longest word in the silence after its utterance. */
const restHopsMax = 5;

/** Plain data, to be saved with a session. */
export type ScriptedState = {
  readonly kind: 'script';
  readonly utterance: ScriptedUtterance;
  /** The number of the utterance in its part. */
  readonly number: number;
  /** The number of its words that are known. */
  readonly known: number;
  readonly pace: PaceState;
};

type Scripted = readonly [ScriptedState, readonly PlacedWord[]];

export function beginScripted(utterance: ScriptedUtterance, number: number): ScriptedState {
  return { kind: 'script', utterance, number, known: 0, pace: initialPace };
}

/** The next hop of the utterance. A short piece of voice before a pause has no word. */
export function scriptedHop(state: ScriptedState, hop: VoiceHop): Scripted {
  const [paced, place] = pace(state.pace, hop);
  const next = { ...state, pace: paced };
  if (place === undefined || place.isShort) return [next, []];
  const [word] = scriptedWords(state, state.known, 1);
  if (word === undefined) return [next, []];
  return [{ ...next, known: state.known + 1 }, [{ ...word, start: place.start, end: place.end }]];
}

/** All remaining words, in the last hops before `end`. */
export function restOfScript(state: ScriptedState, from: number, end: number): Scripted {
  const rest = scriptedWords(state, state.known);
  return [{ ...state, known: state.known + rest.length }, placedAtEnd(rest, from, end)];
}

/** Places words one after the other in the last hops before `end`. */
export function placedAtEnd(
  words: readonly PlainWord[],
  from: number,
  end: number,
): readonly PlacedWord[] {
  const each = Math.max(1, Math.min(restHopsMax, Math.floor((end - from) / words.length)));
  return words.map((word, index) => {
    const start = end - each * (words.length - index);
    return { ...word, start, end: start + each };
  });
}

/** The words from a place on, at most this many. */
function scriptedWords(
  { utterance, number }: ScriptedState,
  from: number,
  count = Number.POSITIVE_INFINITY,
): readonly PlainWord[] {
  const { language, speaker, confidence = confidenceDefault, entities = [] } = utterance;
  return markedWords(utterance)
    .slice(from, from + count)
    .map(({ text, entity }) => ({
      text,
      confidence: Math.round(confidence * 100),
      speaker: speaker === undefined ? '' : `${speaker}`,
      ...(language === undefined ? {} : { language }),
      ...(entity === undefined ? {} : { entity: entityWith(entities[entity]!, number, entity) }),
    }));
}

type MarkedWord = { readonly text: string; readonly entity?: number };

/** The words of an utterance, each with the index of its entity: of two with the same word, the first. */
const markedWords = memoizeByObject(
  ({ text, entities = [] }: ScriptedUtterance): readonly MarkedWord[] => {
    const words: MarkedWord[] = scriptWords(text).map((word) => ({ text: word }));
    const bare = entities.length === 0 ? [] : bareWords(text);
    for (const [entity, each] of entities.entries()) {
      const [from, to] = entityRange(each, bare) ?? [0, 0];
      for (let at = from; at < Math.min(to, words.length); at += 1) {
        words[at] = { entity, ...words[at]! };
      }
    }
    return words;
  },
);

/** Numbers are unique in a part, so that adjacent words with equal numbers are one entity. */
function entityWith({ label, value }: ScriptedEntity, utterance: number, index: number) {
  return { number: utterance * entityNumbers + index, label, value };
}

/** Numbers for the entities of one utterance. */
const entityNumbers = 1_000;
