// The errors of worlds that cannot be loaded: what a client may do about each.

import { expect, it } from 'vitest';
import {
  leaseEnded,
  notFound,
  ReplacedWorld,
  takesNoMore,
} from '../../../core/engine/world-errors.ts';
import { NoRoom, StoreError } from '../../../core/ports/event-store.ts';

it('may be retried unless the world is damaged', () => {
  const errors = [notFound('a'), leaseEnded(), takesNoMore(), new ReplacedWorld('a')];
  expect(errors.map((error) => [error.code, error.message.endsWith('retry.')])).toEqual([
    ['damaged', false],
    ['unavailable', true],
    ['unavailable', true],
    ['unavailable', true],
  ]);
  expect(errors.every((error) => error instanceof StoreError)).toBe(true);
  expect(takesNoMore()).toBeInstanceOf(NoRoom); // requests are passed on
});
