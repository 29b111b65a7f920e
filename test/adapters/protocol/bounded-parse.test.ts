import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  boundedParse,
  hasValuesUpTo,
  reportedValuesMax,
} from '../../../adapters/protocol/bounded-parse.ts';

describe('a value', () => {
  it.each([
    [0, 'a', true],
    [0, undefined, true],
    [0, {}, true],
    [0, [undefined], false],
    [2, { a: [undefined] }, true],
    [2, { a: [undefined], b: null }, false],
    [3, [[], undefined, {}], true],
    [5, { a: [1, 2], b: { c: {} } }, true],
    [4, { a: [1, 2], b: { c: {} } }, false],
  ])('has at most %d values: %j', (valuesMax, value, isWithin) => {
    expect(hasValuesUpTo(valuesMax, value)).toBe(isWithin);
  });
});

describe('a parse', () => {
  it('reports all problems of a small value, and the first one of a large value', () => {
    const issuesOf = (length: number) =>
      boundedParse(
        z.array(z.string()),
        Array.from({ length }, () => 1),
      ).error?.issues.length;
    expect(issuesOf(reportedValuesMax)).toBe(reportedValuesMax);
    expect(issuesOf(reportedValuesMax + 1)).toBe(1);
  });

  it('is that of the schema, in the given words', () => {
    expect(boundedParse(z.string().default('a'), undefined).data).toBe('a');
    const large = Array.from({ length: reportedValuesMax + 1 }, () => 'a');
    expect(boundedParse(z.array(z.string()), large).data).toEqual(large);
    expect(boundedParse(z.string(), 1, () => 'must be a text').error?.issues[0]?.message).toBe(
      'must be a text',
    );
  });
});
