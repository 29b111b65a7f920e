import { expect, it } from 'vitest';
import { inSlices, Slices } from '../../../adapters/protocol/slices.ts';
import type { InPieces } from '../../../core/index.ts';

it('runs pieces at once until a slice is over, then in a later turn of the event loop', async () => {
  let nowMs = 0;
  const log: string[] = [];
  function* work(): InPieces<string> {
    for (const piece of ['one', 'two', 'three', 'four']) {
      log.push(piece);
      nowMs += 2.5;
      yield;
    }
    return 'done';
  }
  const whole = inSlices(work(), new Slices(() => nowMs));
  expect(log).toEqual(['one', 'two']);
  setImmediate(() => log.push('other work'));
  expect(await whole).toBe('done');
  expect(log).toEqual(['one', 'two', 'three', 'four', 'other work']);
});
