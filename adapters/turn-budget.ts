// Shares the turns of the event loop among long work: each piece of it waits for a turn that has room for it, in the order of asking.
// Between two turns, other requests are served.

import { setImmediate } from './host-timers.ts';

export interface TurnBudget {
  /** Takes a part of this turn, or waits for one that has room; undefined if it has. A cost above the maximum takes a whole turn. */
  readonly spend: (cost: number) => Promise<void> | undefined;
}

interface Waiting {
  readonly cost: number;
  readonly resume: () => void;
}

/** `nextTurn` runs a task in the next turn. */
export function createTurnBudget(
  costMax: number,
  nextTurn: (task: () => void) => unknown = setImmediate,
): TurnBudget {
  const waiting: Waiting[] = [];
  /** In this turn. */
  let spent = 0;
  let isTurnEnding = false;

  const hasRoom = (cost: number) => spent === 0 || spent + cost <= costMax;

  function take(cost: number): void {
    spent += cost;
    if (isTurnEnding) return;
    isTurnEnding = true;
    nextTurn(startTurn);
  }

  function startTurn(): void {
    isTurnEnding = false;
    spent = 0;
    for (let next = waiting[0]; next !== undefined && hasRoom(next.cost); [next] = waiting) {
      waiting.shift();
      take(next.cost);
      next.resume();
    }
  }

  return {
    spend(cost) {
      if (waiting.length > 0 || !hasRoom(cost)) {
        return new Promise((resume) => void waiting.push({ cost, resume }));
      }
      take(cost);
      return undefined;
    },
  };
}
