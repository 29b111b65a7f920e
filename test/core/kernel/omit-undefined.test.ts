import { expect, it } from 'vitest';
import { omitUndefined } from '../../../core/kernel/omit-undefined.ts';

it('drops undefined members, preserves the order of others, and does not change the original', () => {
  const fields = { name: 'till', refId: undefined, count: 0, note: '', none: null };
  const kept = omitUndefined(fields);
  expect(Object.entries(kept)).toEqual([
    ['name', 'till'],
    ['count', 0],
    ['note', ''],
    ['none', null],
  ]);
  expect(fields).toHaveProperty('refId');
});
