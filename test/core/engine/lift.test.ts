// Stages on streams: saved and resumed at any input, with the output of an uninterrupted stream.

import * as fc from 'fast-check';
import { from, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { lift } from '../../../core/engine/lift.ts';
import type { Stage } from '../../../core/kernel/stage.ts';

/** Counts words as they are completed by spaces, letter by letter. */
const words: Stage<
  { readonly word: string; readonly count: number },
  string,
  string | undefined
> = ({ word, count }, letter) => {
  if (letter !== ' ') return [{ word: word + letter, count }, undefined];
  return [{ word: '', count: count + 1 }, `${count}: ${word}`];
};

const begin = { word: '', count: 0 };
const run = (letters: readonly string[], saved = begin) =>
  lastValueFrom(from(letters).pipe(lift(words, saved), toArray()));

describe('lift', () => {
  it('emits the output and the state to save, for each input', async () => {
    expect(await run('a b'.split(''))).toEqual([
      { state: { word: 'a', count: 0 }, out: undefined },
      { state: { word: '', count: 1 }, out: '0: a' },
      { state: { word: 'b', count: 1 }, out: undefined },
    ]);
  });

  it('resumes from a saved state', async () => {
    const letters = fc.array(fc.constantFrom('a', 'b', ' '), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(letters, fc.nat(30), async (all, cut) => {
        const first = await run(all.slice(0, cut));
        const second = await run(all.slice(cut), first.at(-1)?.state ?? begin);
        expect([...first, ...second]).toEqual(await run(all));
      }),
    );
  });

  it('separates subscriptions', async () => {
    const staged$ = from('a b '.split('')).pipe(lift(words, begin));
    const [one, other] = [lastValueFrom(staged$), lastValueFrom(staged$)];
    expect(await one).toEqual(await other);
  });
});
