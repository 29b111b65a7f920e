// The turn machine of /v2/listen as a table (reference/speech.md section 5). It drives the stage and is printed into the docs.

import { reaches } from './confidence.ts';
import { timeoutHops, type TurnThresholds } from './thresholds.ts';

export type TurnPhase = 'idle' | 'speaking' | 'maybeEnded';

export type TurnInfoEvent =
  'Update' | 'StartOfTurn' | 'EagerEndOfTurn' | 'TurnResumed' | 'EndOfTurn';

/** An Update is sent after this much audio without an event: 0.25 s, in hops. */
export const updateHops = 25;

/** The most words of a turn. The next word ends it and begins another, which bounds state and messages. */
export const turnWordsMax = 500;

/** The inputs of the conditions. */
export interface TurnFacts {
  readonly hasText: boolean;
  /** Whether words became known after the last EagerEndOfTurn. */
  readonly hasNewWords: boolean;
  /** Whether another word waits for the next turn. */
  readonly isFull: boolean;
  /** Whether the stream has ended, which ends no turn. */
  readonly isClosing: boolean;
  /** Whether the client ends the turn. */
  readonly isForced: boolean;
  /** In hops. */
  readonly silence: number;
  /** In hundredths. */
  readonly confidence: number;
  /** Audio since the last event, in hops. */
  readonly hopsWithoutEvent: number;
  readonly thresholds: TurnThresholds;
}

interface Condition {
  /** For the docs. */
  readonly text: string;
  readonly holds: (facts: TurnFacts) => boolean;
}

const conditions = {
  hasText: { text: 'a word is known', holds: ({ hasText }) => hasText },
  hasNewWords: { text: 'another word is known', holds: ({ hasNewWords }) => hasNewWords },
  isEagerlyOver: {
    text: 'confidence ≥ eager_eot_threshold',
    holds: ({ confidence, isClosing, thresholds: { eagerEndOfTurn } }) =>
      !isClosing && eagerEndOfTurn !== null && reaches(confidence, eagerEndOfTurn),
  },
  isOver: {
    text: 'confidence ≥ eot_threshold',
    holds: ({ confidence, isClosing, thresholds: { endOfTurn } }) =>
      !isClosing && reaches(confidence, endOfTurn),
  },
  isTimedOut: {
    text: 'silence ≥ eot_timeout_ms',
    holds: ({ silence, isClosing, thresholds }) => !isClosing && silence >= timeoutHops(thresholds),
  },
  isForced: { text: 'the client sends ForceEndTurn', holds: ({ isForced }) => isForced },
  isFull: { text: `word ${turnWordsMax + 1} is known`, holds: ({ isFull }) => isFull },
  isUpdateDue: {
    text: `${updateHops / 100} s without an event, or the end of the stream`,
    holds: ({ hopsWithoutEvent, isClosing }) => hopsWithoutEvent >= (isClosing ? 1 : updateHops),
  },
} as const satisfies Readonly<Record<string, Condition>>;

export interface Transition {
  readonly from: TurnPhase;
  readonly event: TurnInfoEvent;
  readonly to: TurnPhase;
  /** Any of these. */
  readonly when: readonly (keyof typeof conditions)[];
}

/**
 * The first row whose condition holds is taken, until none holds. In eager mode `isOver` implies `isEagerlyOver`, so that a turn
 * ends at its confidence only after an EagerEndOfTurn with the same text.
 */
export const transitions: readonly Transition[] = [
  { from: 'idle', event: 'StartOfTurn', to: 'speaking', when: ['hasText'] },
  { from: 'idle', event: 'Update', to: 'idle', when: ['isUpdateDue'] },
  { from: 'speaking', event: 'EagerEndOfTurn', to: 'maybeEnded', when: ['isEagerlyOver'] },
  {
    from: 'speaking',
    event: 'EndOfTurn',
    to: 'idle',
    when: ['isOver', 'isTimedOut', 'isFull', 'isForced'],
  },
  { from: 'speaking', event: 'Update', to: 'speaking', when: ['isUpdateDue'] },
  { from: 'maybeEnded', event: 'TurnResumed', to: 'speaking', when: ['hasNewWords'] },
  {
    from: 'maybeEnded',
    event: 'EndOfTurn',
    to: 'idle',
    when: ['isOver', 'isTimedOut', 'isFull', 'isForced'],
  },
  { from: 'maybeEnded', event: 'Update', to: 'maybeEnded', when: ['isUpdateDue'] },
];

/** The row to take now, if any. */
export function transitionFrom(phase: TurnPhase, facts: TurnFacts): Transition | undefined {
  return transitions.find(
    ({ from, when }) => from === phase && when.some((name) => conditions[name].holds(facts)),
  );
}

/** The condition of a row in words, for the docs. */
export function conditionText({ when }: Transition): string {
  return when.map((name) => conditions[name].text).join(', or ');
}
