// Words of a script, laid over the voice of an utterance. Those that are left when it ends follow each other in its last hops.

import {
  bareWords,
  entityRange,
  scriptWords,
  type ScriptedEntity,
  type ScriptedUtterance,
} from '../records/script.ts';
import { initialPace, pace, type PaceState, type VoiceHop } from './pace.ts';
import type { PlacedWord, PlainWord } from './words.ts';

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
  const word = scriptedWords(state)[state.known];
  if (word === undefined) return [next, []];
  return [{ ...next, known: state.known + 1 }, [{ ...word, start: place.start, end: place.end }]];
}

/** All words that are not known yet, in the last hops before `end`. */
export function restOfScript(state: ScriptedState, from: number, end: number): Scripted {
  const words = scriptedWords(state);
  return [{ ...state, known: words.length }, placedAtEnd(words.slice(state.known), from, end)];
}

/** Words that follow each other in the last hops before `end`. */
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

function scriptedWords({ utterance, number }: ScriptedState): readonly PlainWord[] {
  const { text, language, speaker, confidence = confidenceDefault, entities = [] } = utterance;
  const texts = scriptWords(text);
  const bare = entities.length === 0 ? [] : bareWords(text);
  const ranges = entities.map((entity) => entityRange(entity, bare) ?? ([0, 0] as const));
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
