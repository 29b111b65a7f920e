// A ranked list finds the same items and ranks as an array from which items are removed.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RankedList } from '../../../../adapters/recording/replay/ranked-list.ts';

it('agrees with an array', () => {
  const steps = fc.array(fc.option(fc.nat({ max: 60 }), { freq: 2 }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (removed) => {
      const list = new RankedList<number>();
      const left: { item: number; slot: number }[] = [];
      for (const [item, index] of removed.entries()) {
        if (index === null || left.length === 0) left.push({ item, slot: list.append(item) });
        else for (const { slot } of left.splice(index % left.length, 1)) list.remove(slot);
        expect(left.map(({ slot }) => list.rankOf(slot))).toEqual([...left.keys()]);
        expect(left.map((_, rank) => list.at(rank))).toEqual(left.map((one) => one.item));
        expect([list.at(-1), list.at(left.length)]).toEqual([undefined, undefined]);
      }
    }),
    { endOnFailure: true },
  );
});
