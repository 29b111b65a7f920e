// Long work shares the turns of the event loop.

import { describe, expect, it } from 'vitest';
import { createTurnBudget } from '../../adapters/turn-budget.ts';

/** A budget whose next turn begins when it is told to. */
function budgetOf(costMax: number) {
  const turns: (() => void)[] = [];
  const { spend } = createTurnBudget(costMax, (task) => void turns.push(task));
  const done: string[] = [];
  return {
    done,
    work: (name: string, cost: number): void => {
      const room = spend(cost);
      if (room === undefined) done.push(name);
      else void room.then(() => done.push(name));
    },
    nextTurn: async (): Promise<void> => {
      for (const task of turns.splice(0)) task();
      await Promise.resolve();
    },
  };
}

describe('the budget of a turn', () => {
  it('has room up to its maximum, and the next turn has room again', async () => {
    const { work, nextTurn, done } = budgetOf(10);
    work('first', 4);
    work('second', 6);
    work('third', 1);
    expect(done).toEqual(['first', 'second']);
    await nextTurn();
    expect(done).toEqual(['first', 'second', 'third']);
    work('fourth', 9);
    work('fifth', 1);
    expect(done.at(-1)).toBe('fourth');
  });

  it('gives work that costs more a turn of its own', async () => {
    const { work, nextTurn, done } = budgetOf(10);
    work('small', 1);
    work('large', 100);
    work('later', 1);
    await nextTurn();
    expect(done).toEqual(['small', 'large']);
    await nextTurn();
    expect(done).toEqual(['small', 'large', 'later']);
  });

  it('keeps the order of asking, so that small work does not overtake', async () => {
    const { work, nextTurn, done } = budgetOf(10);
    work('a', 10);
    work('b', 8);
    work('c', 8);
    work('d', 1);
    expect(done).toEqual(['a']);
    await nextTurn();
    expect(done).toEqual(['a', 'b']);
    await nextTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has room for anything in a turn without work, and ends no turn that nothing was taken of', async () => {
    const { work, nextTurn, done } = budgetOf(10);
    await nextTurn();
    work('a', 11);
    await nextTurn();
    await nextTurn();
    work('b', 11);
    expect(done).toEqual(['a', 'b']);
  });
});
