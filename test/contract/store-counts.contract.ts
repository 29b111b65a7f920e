// Requirements for what every event store counts.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, StoreCounts } from '../../core/index.ts';
import { recordOf } from './event-store.contract.ts';

/** Describes the suite for new, empty stores from `open`. */
export function describeCounts(name: string, open: () => EventStore | Promise<EventStore>): void {
  describe(`the counts of the ${name} event store`, () => {
    let store: EventStore;
    let counts: StoreCounts;
    const begun = async (...names: readonly string[]) =>
      Promise.all(names.map(async (one) => counts.begun(one)));

    beforeEach(async () => {
      store = await open();
      ({ counts } = store);
    });

    afterEach(async () => {
      await store.close();
    });

    it('are of its openings', async () => {
      expect(await counts.openings()).toBe(0);
      expect([await counts.countOpening(), await counts.countOpening()]).toEqual([1, 2]);
      expect(await counts.openings()).toBe(2);
    });

    it('go on from more openings, never from fewer', async () => {
      for (const openings of [3, 2, 0]) await counts.raiseOpenings(openings);
      expect(await counts.openings()).toBe(3);
      expect(await counts.countOpening()).toBe(4);
    });

    it('refuse a world whose creator does not know of an earlier one of its name', async () => {
      const base = { world: 'parent', inputs: 0, position: 0 };
      await store.create(recordOf('parent'));
      await store.create(recordOf('a'), undefined, [], null, 0);
      await store.remove('a');
      for (const from of [undefined, base]) {
        const refused = store.create(recordOf('a'), from, [], null, 0);
        await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
        expect(await store.find('a')).toBeUndefined();
      }
      await store.create(recordOf('a'), base, [], null, 1);
      expect(await store.find('a')).toEqual(recordOf('a'));
    });

    it('are of the worlds of a name that have begun and are gone', async () => {
      await store.create(recordOf('a'));
      expect(await begun('a')).toEqual([0]);
      await store.remove('a');
      expect(await begun('a')).toEqual([1]);
      await store.create({ ...recordOf('a'), resets: 1 });
      await store.reset({ ...recordOf('a'), resets: 2 });
      expect(await begun('a')).toEqual([1]);
      await store.remove('a');
      expect(await begun('a', 'b')).toEqual([3, 0]);
    });

    it('list removed names in the order in which they were removed', async () => {
      expect(await counts.removedNames(0, 9)).toEqual([]);
      const names = ['c', 'a', 'b'];
      for (const one of names) await store.create(recordOf(one));
      for (const one of names) await store.remove(one);
      await store.create({ ...recordOf('c'), resets: 1 });
      await store.remove('c');
      const all = [
        { name: 'a', begun: 1 },
        { name: 'b', begun: 1 },
        { name: 'c', begun: 2 },
      ];
      expect(await counts.removedNames(0, 9)).toEqual(all);
      expect(await counts.removedNames(1, 1)).toEqual(all.slice(1, 2));
      expect(await counts.removedNames(3, 9)).toEqual([]);
    });

    it('take on removed names: each has begun as often as either says', async () => {
      await store.create(recordOf('a'));
      await store.remove('a');
      const given = [
        { name: 'z', begun: 4 },
        { name: 'b', begun: 1 },
      ];
      await counts.addRemovedNames([]);
      await counts.addRemovedNames(given);
      expect(await counts.removedNames(0, 9)).toEqual([{ name: 'a', begun: 1 }, ...given]);
      const more = [
        { name: 'z', begun: 2 },
        { name: 'a', begun: 5 },
      ];
      await counts.addRemovedNames(more);
      expect(await begun('a', 'b', 'z')).toEqual([5, 1, 4]);
      await store.create({ ...recordOf('z'), resets: 4 });
      await store.remove('z');
      expect(await begun('z')).toEqual([5]);
    });

    it('are never lowered by a removal', async () => {
      await store.create(recordOf('a'));
      await counts.addRemovedNames([{ name: 'a', begun: 5 }]);
      await store.remove('a');
      expect(await begun('a')).toEqual([5]);
    });
  });
}
