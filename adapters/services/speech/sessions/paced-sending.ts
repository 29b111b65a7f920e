// Sends the messages of a session in order. All sessions share a budget of words for each event-loop turn, so that long results of many
// channels do not block other work.

import { createTurnBudget, type TurnBudget } from '../../../turn-budget.ts';

/** The words of messages that one turn prints: about 10 ms of work with every option. */
const wordsPerTurn = 1_000;
/** Shorter messages do not use the budget. */
const longWords = 50;

const turnBudget = createTurnBudget(wordsPerTurn);

export class PacedSending {
  readonly #budget: TurnBudget;
  /** Resolves once all messages so far are sent; undefined if they are. */
  #pending: Promise<void> | undefined;

  constructor(budget: TurnBudget = turnBudget) {
    this.#budget = budget;
  }

  /** Sends a message of so many words, at once or in a later turn. `send` must not throw. */
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

  /** Undefined if all messages are sent. */
  whenSent(): Promise<void> | undefined {
    return this.#pending;
  }

  #roomFor(words: number): Promise<void> | undefined {
    return words < longWords ? undefined : this.#budget.spend(words);
  }
}
