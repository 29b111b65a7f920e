// Sends the messages of a session in order. Long ones are written in turns of the event loop that all sessions share, so that results
// of many channels at once do not hold everybody.

import { createTurnBudget, type TurnBudget } from '../../../turn-budget.ts';

/** Words of messages that are written in one turn: some 10 ms of work with every option. */
const wordsPerTurn = 1_000;
/** A message with fewer words takes no part of the budget. */
const longWords = 50;

const turnBudget = createTurnBudget(wordsPerTurn);

export class PacedSending {
  readonly #budget: TurnBudget;
  /** Resolves once everything so far is sent; undefined if it is. */
  #pending: Promise<void> | undefined;

  constructor(budget: TurnBudget = turnBudget) {
    this.#budget = budget;
  }

  /** Sends a message of so many words at once, or once its turn has come; `send` does not throw. */
  push(words: number, send: () => void): void {
    const room =
      this.#pending === undefined
        ? this.#roomFor(words)
        : this.#pending.then(() => this.#roomFor(words));
    if (room === undefined) return send();
    const pending = room.then(() => {
      if (this.#pending === pending) this.#pending = undefined;
      send();
    });
    this.#pending = pending;
  }

  /** Undefined if everything is sent. */
  whenSent(): Promise<void> | undefined {
    return this.#pending;
  }

  #roomFor(words: number): Promise<void> | undefined {
    return words < longWords ? undefined : this.#budget.spend(words);
  }
}
