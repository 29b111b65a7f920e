// Drivers that hesitate: the delays between their steps must not matter.

import fc from 'fast-check';

/** Turns of the event loop before each step, again from the first after the last. */
export const hesitations = fc.array(fc.nat(40), { minLength: 1, maxLength: 6 });

/** Each call waits for the next number of turns. */
export function hesitation(delays: readonly number[] = [0]): () => Promise<void> {
  let steps = 0;
  return async () => {
    const turns = delays[steps % delays.length] ?? 0;
    steps += 1;
    for (let left = turns; left > 0; left -= 1) await loopTurn();
  };
}

export function loopTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
