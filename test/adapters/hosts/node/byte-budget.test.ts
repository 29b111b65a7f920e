import { expect, it } from 'vitest';
import { createByteBudget } from '../../../../adapters/hosts/node/byte-budget.ts';

it('a byte budget limits the sum of all accounts, and releases their bytes', () => {
  const budget = createByteBudget(10);
  const [one, other] = [budget.open(), budget.open()];
  expect([one.add(6), other.add(4), budget.isExhausted()]).toEqual([true, true, true]);
  expect([one.add(1), other.add(1)]).toEqual([false, false]);
  one.release();
  one.release();
  expect([budget.isExhausted(), other.add(6), other.add(1)]).toEqual([false, true, false]);
  other.release();
  expect(one.add(10)).toBe(true);
});

it('a byte budget counts bytes beyond the maximum, and each release once', () => {
  const budget = createByteBudget(10);
  const releases = [budget.occupy(8), budget.occupy(8)];
  expect(budget.isExhausted()).toBe(true);
  releases[0]?.();
  releases[0]?.();
  expect(budget.isExhausted()).toBe(false);
  expect(budget.open().add(3)).toBe(false);
  releases[1]?.();
  expect(budget.open().add(10)).toBe(true);
});
