import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoize } from '../../../core/kernel/memo.ts';

/** A function that writes down what it was asked. */
function counted() {
  const asked: string[] = [];
  const compute = (key: string) => {
    asked.push(key);
    return { upper: key.toUpperCase() };
  };
  return { asked, compute };
}

describe('memoize', () => {
  it('gives what the function gives, whatever was asked before', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 4 }), (sequence, entriesMax) => {
        const remembered = memoize(counted().compute, entriesMax);
        for (const key of sequence) expect(remembered(key)).toEqual({ upper: key.toUpperCase() });
      }),
    );
  });

  it('computes a result once as long as it is kept', () => {
    const { asked, compute } = counted();
    const remembered = memoize(compute, 2);
    const first = remembered('a');
    remembered('b');
    expect(remembered('a')).toBe(first);
    expect(asked).toEqual(['a', 'b']);
  });

  it('forgets the oldest result when one too many comes', () => {
    const { asked, compute } = counted();
    const remembered = memoize(compute, 2);
    for (const key of ['a', 'b', 'c', 'b', 'c']) remembered(key);
    expect(asked).toEqual(['a', 'b', 'c']);
    remembered('a');
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('keeps the results of two functions apart', () => {
    const one = memoize((key) => `${key}1`, 5);
    const two = memoize((key) => `${key}2`, 5);
    expect([one('a'), two('a'), one('a')]).toEqual(['a1', 'a2', 'a1']);
  });
});
