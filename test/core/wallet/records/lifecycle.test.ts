import { describe, expect, it } from 'vitest';
import { transitions } from '../../../../core/wallet/records/lifecycle.ts';
import type { TransactionState } from '../../../../core/wallet/records/transaction.ts';

const states = Object.keys(transitions) as TransactionState[];
const passing = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'STUCK', 'CONFIRMED'];
const terminal = ['COMPLETE', 'FAILED', 'DENIED', 'CANCELLED'];

function reachableFrom(start: TransactionState): ReadonlySet<TransactionState> {
  const reached = new Set([start]);
  for (const state of reached) for (const next of transitions[state]) reached.add(next);
  return reached;
}

describe('the table of transitions', () => {
  it('has the states of the service', () => {
    expect([...states].sort()).toEqual([...passing, ...terminal].sort());
  });

  it('ends in the terminal states and nowhere else', () => {
    expect(states.filter((state) => transitions[state].length === 0).sort()).toEqual(
      [...terminal].sort(),
    );
  });

  it('follows the success line', () => {
    const line = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE'] as const;
    for (const [index, state] of line.slice(0, -1).entries()) {
      expect(transitions[state]).toContain(line[index + 1]);
    }
  });

  it('reaches every state from INITIATED, and an end from every state', () => {
    expect(reachableFrom('INITIATED').size).toBe(states.length);
    for (const state of states) {
      const ends = [...reachableFrom(state)].filter((reached) => terminal.includes(reached));
      expect(ends, state).not.toEqual([]);
    }
  });

  it('allows a cancellation until a block has the transaction', () => {
    const cancellable = states.filter((state) => transitions[state].includes('CANCELLED'));
    expect(cancellable).toEqual(['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'STUCK']);
  });

  it('denies at screening only, and goes back only from STUCK to SENT', () => {
    expect(states.filter((state) => transitions[state].includes('DENIED'))).toEqual(['INITIATED']);
    const backwards = states.filter(
      (state) => state !== 'INITIATED' && reachableFrom(state).has('INITIATED'),
    );
    expect(backwards).toEqual([]);
    expect(transitions.STUCK).toContain('SENT');
  });
});
