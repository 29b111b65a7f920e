import { expect, it } from 'vitest';
import { grouped } from '../../adapters/grouped.ts';

it('groups in the order of first items, and leaves out items without a key', () => {
  const keyOf = (text: string) => (text === '' ? undefined : text.length);
  expect([...grouped(['bb', 'a', '', 'cc', 'd'], keyOf)]).toEqual([
    [2, ['bb', 'cc']],
    [1, ['a', 'd']],
  ]);
  expect(grouped([], keyOf).size).toBe(0);
});
