import { describe, expect, it } from 'vitest';
import {
  conditionText,
  transitions,
  type TurnInfoEvent,
  type TurnPhase,
} from '../../../../core/speech/turns/machine.ts';

/** The table of reference/speech.md section 5. */
const documented: readonly (readonly [TurnPhase, TurnInfoEvent, TurnPhase])[] = [
  ['idle', 'Update', 'idle'],
  ['idle', 'StartOfTurn', 'speaking'],
  ['speaking', 'Update', 'speaking'],
  ['speaking', 'EagerEndOfTurn', 'maybeEnded'],
  ['speaking', 'EndOfTurn', 'idle'],
  ['maybeEnded', 'Update', 'maybeEnded'],
  ['maybeEnded', 'TurnResumed', 'speaking'],
  ['maybeEnded', 'EndOfTurn', 'idle'],
];

describe('the table of turns', () => {
  it('is the documented one', () => {
    const rows = new Set(transitions.map(({ from, event, to }) => `${from} ${event} ${to}`));
    expect(rows).toEqual(new Set(documented.map((row) => row.join(' '))));
    expect(transitions).toHaveLength(documented.length);
  });

  it('describes in words when a row applies', () => {
    expect(conditionText(transitions[3]!)).toBe(
      'confidence ≥ eot_threshold, or silence ≥ eot_timeout_ms, or word 501 is known, or the client sends ForceEndTurn',
    );
  });
});
