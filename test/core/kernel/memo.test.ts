import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoize, memoizeByObject } from '../../../core/kernel/memo.ts';

/** A function that records its arguments. */
function counted() {
  const calls: string[] = [];
  const compute = (key: string) => {
    calls.push(key);
    return { upper: key.toUpperCase() };
  };
  return { calls, compute };
}

describe('memoize', () => {
  it('returns the result of the function, after any earlier calls', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 4 }), (sequence, entriesMax) => {
        const remembered = memoize(counted().compute, entriesMax);
        for (const key of sequence) expect(remembered(key)).toEqual({ upper: key.toUpperCase() });
      }),
    );
  });

  it('computes a cached result once', () => {
    const { calls, compute } = counted();
    const remembered = memoize(compute, 2);
    const first = remembered('a');
    remembered('b');
    expect(remembered('a')).toBe(first);
    expect(calls).toEqual(['a', 'b']);
  });

  it('evicts the oldest result above its limit', () => {
    const { calls, compute } = counted();
    const remembered = memoize(compute, 2);
    for (const key of ['a', 'b', 'c', 'b', 'c']) remembered(key);
    expect(calls).toEqual(['a', 'b', 'c']);
    remembered('a');
    expect(calls).toEqual(['a', 'b', 'c', 'a']);
  });

  it('separates the results of two functions', () => {
    const one = memoize((key) => `${key}1`, 5);
    const two = memoize((key) => `${key}2`, 5);
    expect([one('a'), two('a'), one('a')]).toEqual(['a1', 'a2', 'a1']);
  });
});

describe('memoizeByObject', () => {
  it('computes the result of an object once, also undefined', () => {
    const seen: object[] = [];
    const remembered = memoizeByObject((key: { readonly text?: string }) => {
      seen.push(key);
      return key.text;
    });
    const [one, other] = [{ text: 'a' }, {}];
    expect([remembered(one), remembered(other), remembered(one), remembered(other)]).toEqual([
      'a',
      undefined,
      'a',
      undefined,
    ]);
    expect(seen).toEqual([one, other]);
  });
});
