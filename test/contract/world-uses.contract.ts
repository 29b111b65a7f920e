// Requirements for how every event store notes when worlds were asked for.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, WorldUses } from '../../core/index.ts';
import { recordOf } from './event-store.contract.ts';

/** A new, empty store. `pass`: lets its clock go on, in milliseconds. */
export interface AgingStore {
  readonly store: EventStore;
  readonly pass: (ms: number) => unknown;
}

const hourMs = 3_600_000;

export function describeWorldUses(
  name: string,
  open: () => AgingStore | Promise<AgingStore>,
): void {
  describe(`the uses of worlds in the ${name} event store`, () => {
    let aging: AgingStore;
    let uses: WorldUses;

    beforeEach(async () => {
      aging = await open();
      if (aging.store.uses === undefined) throw new Error('The store notes no uses.');
      ({ uses } = aging.store);
    });

    afterEach(async () => {
      await aging.store.close();
    });

    const unused = async (unusedMs = hourMs, page = {}) =>
      uses.unused({ unusedMs, limit: 100, ...page });

    it('are those of worlds that were noted, by their ages', async () => {
      for (const world of ['b', 'a', 'c', 'd']) await aging.store.create(recordOf(world));
      expect(await unused(0)).toEqual([]);
      await uses.note(['a', 'b', 'none']);
      await aging.pass(hourMs);
      await uses.note([]);
      await uses.note(['c']);
      expect(await unused()).toEqual(['a', 'b']);
      expect(await unused(hourMs, { limit: 1 })).toEqual(['a']);
      expect(await unused(hourMs, { after: 'a' })).toEqual(['b']);
      await uses.noteOthers();
      await aging.pass(hourMs);
      expect(await unused()).toEqual(['a', 'b', 'c', 'd']);
      expect(await unused(2 * hourMs)).toEqual(['a', 'b']);
      await uses.note(['b']);
      expect(await unused()).toEqual(['a', 'c', 'd']);
      const ages = ['a', 'b', 'c', 'none'].map(async (world) => uses.isUnused(world, 2 * hourMs));
      expect(await Promise.all(ages)).toEqual([true, false, false, false]);
    });

    it('are not those of earlier worlds of a name, or of a number', async () => {
      await aging.store.create(recordOf('a'));
      await uses.noteOthers();
      await aging.pass(hourMs);
      await aging.store.remove('a');
      expect(await unused()).toEqual([]);
      for (const world of ['a', 'b']) await aging.store.create(recordOf(world));
      expect(await unused(0)).toEqual([]);
      await uses.noteOthers();
      expect(await unused()).toEqual([]);
      await aging.pass(hourMs);
      await aging.store.reset(recordOf('a'));
      expect(await unused()).toEqual(['b']);
    });
  });
}
