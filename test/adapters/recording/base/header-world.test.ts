import { expect, it } from 'vitest';
import { journalOf } from '../../../../adapters/recording/base/header-world.ts';
import type { Engine, JournalEntry, World } from '../../../../core/index.ts';

const world = { record: { name: 'default' } } as World;

/** An engine whose store has so many entries. */
function engineOf(entries: readonly JournalEntry[]): Engine {
  const read = (_name: string, from: number, limit: number) => {
    expect(from).toBeGreaterThan(0);
    return Promise.resolve(entries.slice(from - 1, from - 1 + limit));
  };
  return { store: { read } } as unknown as Engine;
}

it.each([0, 1, 250, 251, 600])('reads a journal of %d entries', async (length) => {
  const entries = Array.from({ length }, (_one, index) => ({ input: { n: index + 1 } }));
  const journal = entries as unknown as JournalEntry[];
  expect(await journalOf(engineOf(journal), world)).toEqual(journal);
});
