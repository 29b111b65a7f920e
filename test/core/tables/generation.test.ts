import { describe, expect, it } from 'vitest';
import { nextGeneration } from '../../../core/tables/generation.ts';
import { ObjectPage, Pages } from '../../../core/tables/rows/pages.ts';

describe('nextGeneration', () => {
  it('is greater each time, so that no two collections own the same pages', () => {
    let last = 0;
    for (let index = 0; index < 1_000; index += 1) {
      const next = nextGeneration();
      expect(next).toBeGreaterThan(last);
      last = next;
    }
  });

  it('is greater than that of every page written before', () => {
    const pages = new Pages<number>(() => new ObjectPage<number>());
    pages.set(0, 1);
    expect(pages.pageSince(0, nextGeneration())).toBeUndefined();
    const frozen = pages.fork();
    pages.set(0, 2);
    expect(pages.pageSince(0, nextGeneration())).toBeUndefined();
    expect(frozen.get(0)).toBe(1);
  });
});
