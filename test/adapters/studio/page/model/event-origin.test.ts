// What an event began with.

import { describe, expect, it } from 'vitest';
import { originOf } from '../../../../../adapters/studio/page/model/event-origin.ts';
import type { Input } from '../../../../../core/index.ts';
import { exchangeOf } from '../../../../support/studio/exchanges.ts';

const inputs: readonly Input[] = [
  { n: 1, atMs: 0, kind: 'command', domain: 'wallet', command: { type: 'CreateWallets' } },
  { n: 2, atMs: 9, kind: 'time' },
];

/** The event at position 3 is due by the second input, which only lets time pass. */
const history = {
  events: [{}, {}, { cause: 2 }],
  inputOf: [1, 1, 2],
  past: { entries: inputs.map((input) => ({ input })) },
};

describe('the origin of an event', () => {
  it('is its input, with the exchange that made it', () => {
    const made = exchangeOf({ n: 7, events: [2] });
    const other = exchangeOf({ n: 8, events: [9] });
    expect(originOf(history, [other, made], 2)).toEqual({
      input: inputs[0],
      exchange: made,
      isDue: false,
    });
  });

  it('is found by the number of the input, where the events of an exchange are not listed', () => {
    const made = exchangeOf({ n: 7, input: 1 });
    expect(originOf(history, [made], 1).exchange).toBe(made);
  });

  it('is not the request that only let time pass', () => {
    const advance = exchangeOf({ n: 9, input: 2 });
    expect(originOf(history, [advance], 3)).toEqual({ input: inputs[1], isDue: true });
  });

  it('is unknown of an event that is not there', () => {
    expect(originOf(history, [], 4)).toEqual({ isDue: false });
  });
});
