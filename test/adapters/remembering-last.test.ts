// A remembered result equals the computed one, after any earlier calls.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rememberingLast } from '../../adapters/remembering-last.ts';

it('returns the same results as the function itself', () => {
  const compute = (text: string | undefined) => ({ text });
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', undefined)), (calls) => {
      const remembered = rememberingLast(compute);
      expect(calls.map(remembered)).toEqual(calls.map(compute));
    }),
  );
});

it('computes once for equal arguments in a row', () => {
  let computed = 0;
  const remembered = rememberingLast((text: string) => `${text}${(computed += 1)}`);
  expect(['a', 'a', 'b', 'b', 'a'].map(remembered)).toEqual(['a1', 'a1', 'b2', 'b2', 'a3']);
});
