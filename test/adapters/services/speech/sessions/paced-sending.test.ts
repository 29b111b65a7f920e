// Messages of a session that share turns of the event loop: in order, and long ones never together in one turn.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PacedSending } from '../../../../../adapters/services/speech/sessions/paced-sending.ts';
import { createTurnBudget } from '../../../../../adapters/turn-budget.ts';

/** Turns that pass when `turn` is called. */
function manualTurns() {
  let waiting: (() => void)[] = [];
  const turn = async () => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
  };
  return { turn, nextTurn: (task: () => void) => void waiting.push(task) };
}

describe('paced sending', () => {
  it('sends short messages at once', () => {
    const sent: number[] = [];
    const sending = new PacedSending(createTurnBudget(1_000, () => undefined));
    for (let n = 0; n < 100; n += 1) sending.push(20, () => sent.push(n));
    expect(sent).toHaveLength(100);
    expect(sending.whenSent()).toBeUndefined();
  });

  it('sends all messages of each session in order, and at most so many words in a turn', async () => {
    const messages = fc.array(
      fc.record({ session: fc.nat(2), words: fc.constantFrom(0, 10, 60, 400, 1_000, 1_500) }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(messages, async (list) => {
        const { turn, nextTurn } = manualTurns();
        const budget = createTurnBudget(1_000, nextTurn);
        const sessions = [0, 1, 2].map(() => new PacedSending(budget));
        const sent: { readonly session: number; readonly index: number }[] = [];
        let wordsOfTurn: number[] = [];
        for (const [index, { session, words }] of list.entries()) {
          sessions[session]?.push(words, () => {
            sent.push({ session, index });
            if (words >= 50) wordsOfTurn.push(words);
          });
        }
        const endTurn = () => {
          const sum = wordsOfTurn.reduce((total, words) => total + words, 0);
          expect(sum <= 1_000 || wordsOfTurn.length === 1).toBe(true);
          wordsOfTurn = [];
        };
        endTurn();
        for (let turns = 0; sessions.some((one) => one.whenSent() !== undefined); turns += 1) {
          expect(turns).toBeLessThan(100);
          await turn();
          endTurn();
        }
        for (const of of [0, 1, 2]) {
          const own = sent.filter(({ session }) => session === of).map(({ index }) => index);
          const pushed = list.flatMap(({ session }, index) => (session === of ? [index] : []));
          expect(own).toEqual(pushed);
        }
      }),
    );
  });
});
