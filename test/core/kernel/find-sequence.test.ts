import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSequence } from '../../../core/kernel/find-sequence.ts';

const words = (text: string) => text.split(' ').filter((word) => word !== '');

it.each([
  ['', '', 0],
  ['a', '', 0],
  ['', 'a', -1],
  ['a b c', 'b c', 1],
  ['a b c', 'b c d', -1],
  ['a a a b a a b', 'a a b', 1],
  ['a b a b a c', 'a b a c', 2],
])('in "%s", "%s" is at %d', (text, wanted, at) => {
  expect(findSequence(words(text), words(wanted))).toBe(at);
});

it('is the first place where all are equal', () => {
  const list = (maxLength: number) => fc.array(fc.constantFrom('a', 'b'), { maxLength });
  fc.assert(
    fc.property(list(20), list(5), (texts, wanted) => {
      const places = [...texts.keys(), texts.length];
      const first = places.findIndex((at) => wanted.every((each, n) => texts[at + n] === each));
      expect(findSequence(texts, wanted)).toBe(first);
    }),
  );
});

it('compares each text about twice, whatever is repeated', () => {
  let reads = 0;
  const texts = Array.from({ length: 1_000 }, () => 'a');
  const counted = new Proxy(texts, {
    get: (target, name) => {
      reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  expect(findSequence(counted, [...texts.slice(500), 'b'])).toBe(-1);
  expect(reads).toBeLessThan(6_000);
});
