import { describe, expect, it } from 'vitest';
import { finding, RuleBook, violationsMax, type ServiceRule } from '../../../core/kernel/rule.ts';

interface Counted {
  readonly n: number;
  readonly value: number;
}

const rising: ServiceRule<Counted, { last: number }> = {
  name: 'rising',
  spec: 'spec/numbers.md, Order',
  start: () => ({ last: -1 }),
  observe(state, { n, value }) {
    const { last } = state;
    state.last = value;
    return last < 0 ? [] : [finding(value > last, n, () => [`more than ${last}`, String(value)])];
  },
};

const ended: ServiceRule<Counted, { last: number }> = {
  name: 'ended',
  spec: 'spec/numbers.md, End',
  start: () => ({ last: 0 }),
  observe(state, { value }) {
    state.last = value;
    return [];
  },
  end: ({ last }, { n }) => [finding(last === 9, n, () => ['9 at the end', String(last)])],
};

function reports(values: readonly number[]) {
  const book = new RuleBook([rising, ended]);
  for (const [index, value] of values.entries()) book.observe({ n: index + 1, value });
  return book.end({ n: values.length, atMs: 0 });
}

describe('a book of rules', () => {
  it('counts how often each rule was evaluated', () => {
    expect(reports([1, 5, 9])).toEqual([
      { name: 'rising', spec: rising.spec, evaluated: 2, broken: 0, violations: [] },
      { name: 'ended', spec: ended.spec, evaluated: 1, broken: 0, violations: [] },
    ]);
  });

  it('says where a rule is broken, what was expected and what was there', () => {
    expect(reports([1, 5, 3]).flatMap(({ violations }) => violations)).toEqual([
      { n: 3, expected: 'more than 5', found: '3' },
      { n: 3, expected: '9 at the end', found: '3' },
    ]);
  });

  it('keeps a bounded number of violations, and counts all', () => {
    const [{ broken, violations } = { broken: 0, violations: [] }] = reports(
      Array.from({ length: violationsMax + 5 }, () => 1),
    );
    expect(broken).toBe(violationsMax + 4);
    expect(violations).toHaveLength(violationsMax);
  });

  it('gives each book a state of its own', () => {
    expect(reports([5]).map(({ evaluated }) => evaluated)).toEqual([0, 1]);
    expect(reports([1, 2]).map(({ broken }) => broken)).toEqual([0, 1]);
  });
});
