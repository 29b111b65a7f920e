import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../core/kernel/context.ts';
import { fold, handle, type Decider } from '../../core/decider.ts';
import { err, ok } from '../../core/kernel/result.ts';
import { epochMs, genesisOf, hash } from '../support/engine/pure-world.ts';

interface Till {
  readonly history: string[];
  balance: number;
}

type Command = { readonly type: 'Deposit'; readonly coins: number } | { readonly type: 'TakeAll' };
type Event =
  { readonly type: 'CoinDeposited' } | { readonly type: 'CoinsTaken'; readonly coins: number };

/** A domain with one event for each coin, so that a command may lead to none, one or many. */
const till: Decider<Till, Command, Event, 'TILL_EMPTY'> = {
  initialState: () => ({ history: [], balance: 0 }),
  decide(command, state) {
    switch (command.type) {
      case 'Deposit':
        return ok(
          Array.from({ length: command.coins }, () => ({ type: 'CoinDeposited' as const })),
        );
      case 'TakeAll':
        return state.balance === 0
          ? err('TILL_EMPTY')
          : ok([{ type: 'CoinsTaken', coins: state.balance }]);
    }
  },
  evolve(state, event, atMs) {
    state.history.push(`${event.type}@${atMs}`);
    switch (event.type) {
      case 'CoinDeposited':
        state.balance += 1;
        break;
      case 'CoinsTaken':
        state.balance -= event.coins;
        break;
    }
  },
};

const genesis = genesisOf('till');
const contextAt = (nowMs: number) => createContext(genesis, hash, nowMs);
const emptyTill = () => till.initialState(genesis, contextAt(epochMs));

describe('handle', () => {
  it('evolves every event of a decision at the present instant', () => {
    const state = emptyTill();
    const outcome = handle(till, state, { type: 'Deposit', coins: 2 }, contextAt(7));
    expect(outcome).toEqual(ok([{ type: 'CoinDeposited' }, { type: 'CoinDeposited' }]));
    expect(state).toEqual({ balance: 2, history: ['CoinDeposited@7', 'CoinDeposited@7'] });
  });

  it('does not change the state after a rejection', () => {
    const state = emptyTill();
    expect(handle(till, state, { type: 'TakeAll' }, contextAt(7))).toEqual(err('TILL_EMPTY'));
    expect(state).toEqual(emptyTill());
  });

  it('does not change the state if there are no events', () => {
    const state = emptyTill();
    expect(handle(till, state, { type: 'Deposit', coins: 0 }, contextAt(7))).toEqual(ok([]));
    expect(state).toEqual(emptyTill());
  });
});

describe('fold', () => {
  const commands = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('Deposit' as const), coins: fc.nat(3) }),
      fc.record({ type: fc.constant('TakeAll' as const) }),
    ),
  );

  it('leads to the state of handling the commands, at once and in two halves', () => {
    fc.assert(
      fc.property(commands, fc.nat(), (sequence, cut) => {
        const handled = emptyTill();
        const events: { event: Event; atMs: number }[] = [];
        sequence.forEach((command, atMs) => {
          const outcome = handle(till, handled, command, contextAt(atMs));
          if (outcome.ok) events.push(...outcome.value.map((event) => ({ event, atMs })));
        });
        const half = cut % (events.length + 1);
        const inHalves = fold(till, emptyTill(), events.slice(0, half));
        expect(fold(till, inHalves, events.slice(half))).toEqual(handled);
        expect(fold(till, emptyTill(), events)).toEqual(handled);
      }),
    );
  });

  it('changes and returns the given state', () => {
    const state = emptyTill();
    expect(fold(till, state, [{ event: { type: 'CoinDeposited' }, atMs: 1 }])).toBe(state);
    expect(state.balance).toBe(1);
  });
});
