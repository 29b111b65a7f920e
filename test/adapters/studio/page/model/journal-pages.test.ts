// Pages of a journal: all entries in order, and the next page requested while one is used.

import { describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '../../../../../adapters/client/control-types.ts';
import { journalPages } from '../../../../../adapters/studio/page/model/journal-pages.ts';

/** A journal of so many inputs, two a page. */
function worldOf(inputs: number, failsFrom = Infinity) {
  const requested: number[] = [];
  const journal = ({ from = 1 } = {}): Promise<Journal> => {
    requested.push(from);
    if (from >= failsFrom) return Promise.reject(new Error('The server is gone.'));
    const numbers = [from, from + 1].filter((n) => n <= inputs);
    const entries = numbers.map((n) => ({
      input: { n, atMs: 0, kind: 'time' },
      events: [],
      digest: '',
    })) as readonly JournalEntry[];
    const world = { name: 'harbour', seed: 'a', epoch: '2026-01-01T00:00:00.000Z' };
    return Promise.resolve({ world, entries, next: from + 2 <= inputs ? from + 2 : null });
  };
  return { requested, world: { journal } };
}

const numbersOf = (entries: readonly JournalEntry[]) => entries.map(({ input }) => input.n);

describe('the pages of a journal', () => {
  it('have all entries in order, each page requested before the one in front of it is used', async () => {
    const { world, requested } = worldOf(5);
    const read: number[] = [];
    const requestedThen: number[] = [];
    for await (const entries of journalPages(world)) {
      read.push(...numbersOf(entries));
      requestedThen.push(requested.length);
    }
    expect(read).toEqual([1, 2, 3, 4, 5]);
    expect(requested).toEqual([1, 3, 5]);
    expect(requestedThen).toEqual([2, 3, 3]);
  });

  it('fail at the page that cannot be read, after those before it', async () => {
    const { world } = worldOf(5, 3);
    const read: number[] = [];
    const reading = async () => {
      for await (const entries of journalPages(world)) read.push(...numbersOf(entries));
    };
    await expect(reading()).rejects.toThrow('The server is gone.');
    expect(read).toEqual([1, 2]);
  });
});
