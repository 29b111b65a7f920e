import { expect, it } from 'vitest';
import { atOnce, type InPieces } from '../../../core/kernel/pieces.ts';

it('runs work to its end', () => {
  const done: number[] = [];
  function* work(): InPieces<string> {
    for (const piece of [1, 2, 3]) {
      done.push(piece);
      yield;
    }
    return 'all';
  }
  expect(atOnce(work())).toBe('all');
  expect(done).toEqual([1, 2, 3]);
});
