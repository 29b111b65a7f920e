// The stage of turns: words and silence in, the events of /v2/listen out. Events follow from the audio alone, hop by hop.

import type { HeardHop, HeardWord } from '../hearing/words.ts';
import { endOfTurnConfidence } from './confidence.ts';
import { transitionFrom, turnWordsMax, type TurnEvent, type TurnPhase } from './machine.ts';
import type { TurnThresholds } from './thresholds.ts';

// Type aliases, since interfaces are not assignable to JSON.

export type TurnWord = Pick<HeardWord, 'text' | 'confidence'>;

/** Plain data, to be saved with a session. Bounded by `turnWordsMax`. */
export type TurnState = {
  readonly phase: TurnPhase;
  /** Of the turn in progress, or to come. */
  readonly turnIndex: number;
  /** Where the turn's window begins, in hops: the end of the turn before. */
  readonly windowStart: number;
  /** Of the turn in progress. */
  readonly words: readonly TurnWord[];
  /** Words when the last EagerEndOfTurn came. */
  readonly eagerWordCount: number;
  /** Where the last event was, in hops. */
  readonly eventAt: number;
  /** At the last hop. */
  readonly silence: number;
};

export type TurnOutput = {
  readonly event: TurnEvent;
  readonly turnIndex: number;
  /** In hops. */
  readonly windowStart: number;
  readonly windowEnd: number;
  /** Of the whole turn so far. */
  readonly words: readonly TurnWord[];
  /** That the turn has ended, in hundredths; 0 in speech and between turns. */
  readonly confidence: number;
};

/** What a hop brings, or the end of the stream. */
interface Arrival {
  /** Where the audio ends, in hops. */
  readonly end: number;
  readonly silence: number;
  readonly isClosing: boolean;
  readonly thresholds: TurnThresholds;
}

export function initialTurns(): TurnState {
  return {
    phase: 'idle',
    turnIndex: 0,
    windowStart: 0,
    words: [],
    eagerWordCount: 0,
    eventAt: 0,
    silence: 0,
  };
}

/** One hop of audio. `thresholds` apply from this hop on; earlier audio is not looked at again. */
export function turn(
  state: TurnState,
  { at, silence, words }: HeardHop,
  thresholds: TurnThresholds,
): readonly [TurnState, readonly TurnOutput[]] {
  const arrival: Arrival = { end: at + 1, silence, isClosing: false, thresholds };
  const outputs: TurnOutput[] = [];
  let next: TurnState = { ...state, silence };
  let rest = words;
  do {
    const room = turnWordsMax - next.words.length;
    next = withWords(next, rest.slice(0, room));
    rest = rest.slice(room);
    next = settle(next, arrival, rest.length > 0, outputs);
  } while (rest.length > 0);
  return [next, outputs];
}

/** The stream ends at hop `at`: the rest is reported, but no turn ends. */
export function closeTurns(
  state: TurnState,
  at: number,
  lastWords: readonly HeardWord[],
  thresholds: TurnThresholds,
): readonly [TurnState, readonly TurnOutput[]] {
  const outputs: TurnOutput[] = [];
  const arrival: Arrival = { end: at, silence: state.silence, isClosing: true, thresholds };
  // Words that become known with the end are later than an event at the last hop.
  const eventAt = lastWords.length === 0 ? state.eventAt : Math.min(state.eventAt, at - 1);
  const next = settle({ ...withWords(state, lastWords), eventAt }, arrival, false, outputs);
  return [next, outputs];
}

function withWords(state: TurnState, words: readonly HeardWord[]): TurnState {
  if (words.length === 0) return state;
  const added = words.map(({ text, confidence }) => ({ text, confidence }));
  return { ...state, words: [...state.words, ...added] };
}

/** Takes transitions until none is due. */
function settle(
  state: TurnState,
  arrival: Arrival,
  isFull: boolean,
  outputs: TurnOutput[],
): TurnState {
  const { phase, turnIndex, windowStart, words, eagerWordCount, eventAt } = state;
  const { end, silence, isClosing, thresholds } = arrival;
  const confidence = words.length === 0 ? 0 : endOfTurnConfidence(silence);
  const transition = transitionFrom(phase, {
    wordCount: words.length,
    eagerWordCount,
    isFull,
    isClosing,
    silence,
    confidence,
    hopsWithoutEvent: end - eventAt,
    thresholds,
  });
  if (transition === undefined) return state;
  const { event, to } = transition;
  outputs.push({ event, turnIndex, windowStart, windowEnd: end, words, confidence });
  const next: TurnState =
    event === 'EndOfTurn'
      ? { ...initialTurns(), turnIndex: turnIndex + 1, windowStart: end, eventAt: end, silence }
      : {
          ...state,
          phase: to,
          eventAt: end,
          eagerWordCount: event === 'EagerEndOfTurn' ? words.length : eagerWordCount,
        };
  return settle(next, arrival, isFull, outputs);
}
