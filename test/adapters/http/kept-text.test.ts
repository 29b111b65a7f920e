// Texts that are kept: nobody can tell them from those that are printed anew.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepTexts, placeOfText } from '../../../adapters/http/kept-text.ts';
import { anyText } from '../../support/arbitraries/hostile-text.ts';

interface Card {
  readonly name: string;
  readonly number: number;
  readonly notes: readonly string[];
}

let printed = 0;

const print = ({ name, number }: Card): string => {
  printed += 1;
  return `{"name":"${name}","number":${number}}`;
};

const keptCards = (spread: number) =>
  keepTexts<Card>({
    print,
    isLike: (one, other) => one.name === other.name && one.number === other.number,
    placeOf: ({ number }) => number * spread,
    essence: ({ name, number }) => ({ name, number, notes: [] }),
  });

const card: fc.Arbitrary<Card> = fc.record({
  name: fc.constantFrom('a', 'é', '漢字 und mehr als dreizehn Zeichen'),
  number: fc.nat(3),
  notes: fc.constant(['long']),
});

describe('places of texts', () => {
  it('are whole numbers from 0 on, and mostly differ', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const place = placeOfText(text);
        expect(Number.isSafeInteger(place) && place >= 0).toBe(true);
      }),
    );
    const costs = ['$5', '$10', '$20', '$50', '10€', '20€'];
    expect(new Set(costs.map((text) => placeOfText(text) % 251)).size).toBe(costs.length);
  });
});

describe('texts that are kept', () => {
  it('are those that would be printed, whichever share a place and however often they come', () => {
    fc.assert(
      fc.property(fc.array(card, { maxLength: 40 }), fc.constantFrom(1, 251), (cards, spread) => {
        const kept = keptCards(spread);
        for (const each of cards) expect(kept(each)).toBe(print(each));
      }),
    );
  });

  it('are printed once, as long as no other comes to their place', () => {
    const kept = keptCards(1);
    printed = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      for (let number = 0; number < 251; number += 1) kept({ name: 'a', number, notes: [] });
    }
    expect(printed).toBe(251);
    for (let turn = 0; turn < 2; turn += 1) {
      for (const name of ['a', 'b']) kept({ name, number: 7, notes: [] });
    }
    expect(printed).toBe(254);
  });
});
