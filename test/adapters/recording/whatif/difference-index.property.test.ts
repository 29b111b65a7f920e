// The index finds the events that a search through all differences finds.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EntryOf } from '../../../../adapters/recording/format/entries.ts';
import {
  DifferenceIndex,
  type EventDifferencePair,
} from '../../../../adapters/recording/whatif/difference-index.ts';

const ids = ['a', 'b', 'c'];
const event = fc
  .record({ id: fc.constantFrom(...ids), at: fc.nat({ max: 9 }), n: fc.nat({ max: 99 }) })
  .map(({ id, at, n }) => ({ stream: `wallet/transaction/${id}`, at, n, position: n }))
  .map((one) => one as EntryOf<'event'>);
const side = fc.option(event, { nil: undefined });
const pair = fc
  .tuple(side, side)
  .filter(([before, after]) => before !== undefined || after !== undefined)
  .map(([before, after]): EventDifferencePair => {
    const atMs = Math.min(before?.at ?? Infinity, after?.at ?? Infinity);
    return { before, after, atMs };
  });

function concerns({ before, after }: EventDifferencePair, asked: readonly string[]): boolean {
  return [before, after].some((one) => asked.includes(one?.stream.split('/').at(-1) ?? ''));
}

it('agrees with a search through all', () => {
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 30 }),
      fc.subarray(ids),
      fc.nat({ max: 10 }),
      fc.tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 })),
      fc.nat({ max: 3 }),
      (found, asked, untilMs, [before, after], modulus) => {
        const index = new DifferenceIndex(found);
        const fits = (one: EventDifferencePair) =>
          modulus === 0 || (one.before ?? one.after)!.n % (modulus + 1) === 0;
        const early = index.all.filter((one) => one.atMs <= untilMs && fits(one));
        const isBefore = (one: EventDifferencePair) =>
          (one.before?.n ?? Infinity) < before || (one.after?.n ?? Infinity) < after;
        expect(index.lastOf(asked, untilMs, fits)).toBe(
          early.findLast((one) => concerns(one, asked)),
        );
        expect(index.first(untilMs, fits)).toBe(early[0]);
        expect(index.lastBefore([before, after])).toBe(index.all.findLast(isBefore));
        expect(new Set(index.all)).toEqual(new Set(found));
      },
    ),
    { endOnFailure: true },
  );
});
