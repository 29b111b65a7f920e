// The errors of worlds that cannot be loaded: what a client may do about each.

import { expect, it } from 'vitest';
import {
  notFound,
  ReplacedWorld,
  takesNoMore,
  unknownWorld,
} from '../../../core/engine/world-errors.ts';
import { NoRoom, StoreError } from '../../../core/ports/event-store.ts';

it('may be retried unless the world is gone or damaged', () => {
  const errors = [unknownWorld('a'), notFound('a'), takesNoMore(), new ReplacedWorld('a')];
  expect(errors.map((error) => [error.code, error.message.endsWith('retry.')])).toEqual([
    ['unknown-world', false],
    ['damaged', false],
    ['unavailable', true],
    ['unavailable', true],
  ]);
  expect(errors.every((error) => error instanceof StoreError)).toBe(true);
  expect(takesNoMore()).toBeInstanceOf(NoRoom); // requests are passed on
});
