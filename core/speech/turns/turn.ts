// The stage of turns: words and silence in, the events of /v2/listen out. Events follow from the audio alone, hop by hop.

import type { HeardHop } from '../recognition/hearing/words.ts';
import type { HeardWord } from '../text/heard-word.ts';
import { endOfTurnConfidence } from './confidence.ts';
import { transitionFrom, turnWordsMax, type TurnInfoEvent, type TurnPhase } from './machine.ts';
import { isText, turnText, type HeardTurnText, type TurnWord, type TurnWriting } from './text.ts';
import type { TurnSettings } from './thresholds.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** Plain data, to be saved with a session. Bounded by `turnWordsMax`. */
export type TurnState = {
  readonly phase: TurnPhase;
  /** Of the turn in progress, or to come. */
  readonly turnIndex: number;
  /** The start of the turn's window, in hops: the end of the turn before. */
  readonly windowStart: number;
  /** Words of the turn as they were sent before key terms changed. */
  readonly shown: readonly TurnWord[];
  /** Later words of the turn, as recognized. */
  readonly words: readonly TurnWord[];
  /** Whether words became known after the last EagerEndOfTurn. */
  readonly hasNewWords: boolean;
  /** The hop of the last event. */
  readonly eventAt: number;
  /** At the last hop. */
  readonly silence: number;
};

export type TurnOutput = HeardTurnText & {
  readonly event: TurnInfoEvent;
  readonly turnIndex: number;
  /** In hops. */
  readonly windowStart: number;
  readonly windowEnd: number;
  /** The confidence that the turn has ended, in hundredths; 0 in speech and between turns. */
  readonly confidence: number;
  /** Present if the client ended the turn. */
  readonly trigger?: 'manual';
};

/** A hop, or the end of the stream. */
interface Arrival {
  /** The end of the audio, in hops. */
  readonly end: number;
  readonly silence: number;
  readonly isClosing: boolean;
  readonly isForced: boolean;
  readonly settings: TurnSettings;
}

export function initialTurns(): TurnState {
  return {
    phase: 'idle',
    turnIndex: 0,
    windowStart: 0,
    shown: [],
    words: [],
    hasNewWords: false,
    eventAt: 0,
    silence: 0,
  };
}

/** One hop of audio. `settings` apply from this hop on. */
export function turn(
  state: TurnState,
  { at, silence, words }: HeardHop,
  settings: TurnSettings,
): readonly [TurnState, readonly TurnOutput[]] {
  const arrival = { end: at + 1, silence, isClosing: false, isForced: false, settings };
  const outputs: TurnOutput[] = [];
  let next: TurnState = { ...state, silence };
  let rest = words;
  do {
    const room = turnWordsMax - next.shown.length - next.words.length;
    next = withWords(next, rest.slice(0, room));
    rest = rest.slice(room);
    next = settle(next, arrival, rest.length > 0, outputs);
  } while (rest.length > 0);
  return [next, outputs];
}

/** Reports the rest at the end of the stream, hop `at`. No turn ends. */
export function closeTurns(
  state: TurnState,
  at: number,
  lastWords: readonly HeardWord[],
  settings: TurnSettings,
): readonly [TurnState, readonly TurnOutput[]] {
  const outputs: TurnOutput[] = [];
  const { silence } = state;
  const arrival: Arrival = { end: at, silence, isClosing: true, isForced: false, settings };
  // Words that become known at the end come after an event at the last hop.
  const eventAt = lastWords.length === 0 ? state.eventAt : Math.min(state.eventAt, at - 1);
  const next = settle({ ...withWords(state, lastWords), eventAt }, arrival, false, outputs);
  return [next, outputs];
}

/** Ends the turn in progress, if there is one, at hop `at` on request of the client. */
export function forceTurn(
  state: TurnState,
  at: number,
  settings: TurnSettings,
): readonly [TurnState, readonly TurnOutput[]] {
  const outputs: TurnOutput[] = [];
  const { silence } = state;
  const arrival: Arrival = { end: at, silence, isClosing: false, isForced: true, settings };
  return [settle(state, arrival, false, outputs), outputs];
}

/** Changed settings apply to later words only: earlier words stay as they were sent. */
export function withShownWords(state: TurnState, settings: TurnWriting): TurnState {
  const isFinal = state.phase === 'maybeEnded';
  return { ...state, shown: turnText({ ...state, isFinal }, settings), words: [] };
}

function withWords(state: TurnState, words: readonly HeardWord[]): TurnState {
  if (words.length === 0) return state;
  const added = words.map(({ text, confidence }) => ({ text, confidence }));
  return { ...state, words: [...state.words, ...added], hasNewWords: true };
}

/** Takes transitions until none is due. */
function settle(
  state: TurnState,
  arrival: Arrival,
  isFull: boolean,
  outputs: TurnOutput[],
): TurnState {
  const { phase, turnIndex, windowStart, shown, words, hasNewWords, eventAt } = state;
  const { end, silence, isClosing, isForced, settings } = arrival;
  const hasText = shown.length > 0 || isText(words);
  const confidence = hasText ? endOfTurnConfidence(silence) : 0;
  const transition = transitionFrom(phase, {
    hasText,
    hasNewWords,
    isFull,
    isClosing,
    isForced,
    silence,
    confidence,
    hopsWithoutEvent: end - eventAt,
    thresholds: settings.thresholds,
  });
  if (transition === undefined) return state;
  const { event, to } = transition;
  const isFinal = to === 'maybeEnded' || event === 'EndOfTurn';
  const text = hasText ? { shown, words, isFinal } : { shown: [], words: [], isFinal };
  const output = { event, turnIndex, windowStart, windowEnd: end, confidence, ...text };
  outputs.push(isForced && event === 'EndOfTurn' ? { ...output, trigger: 'manual' } : output);
  const next: TurnState =
    event === 'EndOfTurn'
      ? { ...initialTurns(), turnIndex: turnIndex + 1, windowStart: end, eventAt: end, silence }
      : {
          ...state,
          phase: to,
          eventAt: end,
          hasNewWords: event === 'EagerEndOfTurn' ? false : hasNewWords,
        };
  return settle(next, arrival, isFull, outputs);
}
