// Requirements for the tenants of every event store.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, Tenants } from '../../core/index.ts';
import { recordOf } from './event-store.contract.ts';

const hashOf = (digit: string) => digit.repeat(64);

/** Describes the suite for new, empty stores from `open`. */
export function describeTenants(name: string, open: () => EventStore | Promise<EventStore>): void {
  describe(`the tenants of the ${name} event store`, () => {
    let store: EventStore;
    let tenants: Tenants;

    beforeEach(async () => {
      store = await open();
      if (store.tenants === undefined) throw new Error('The store has no tenants.');
      ({ tenants } = store);
    });

    afterEach(async () => {
      await store.close();
    });

    it('are listed by id, with the hashes of their tokens and their limits', async () => {
      expect(await tenants.list()).toEqual([]);
      const all = { worlds: 1, awakeWorlds: 0, requestsPerMinute: 3, bytesPerMinute: 2 ** 40 };
      const acme = { id: 'acme', tokenHash: hashOf('a'), limits: all };
      const others = ['b', 'B', 'a-1'].map((id, at) => ({
        id,
        tokenHash: hashOf(String(at)),
        limits: {},
      }));
      for (const tenant of [acme, ...others]) expect(await tenants.create(tenant)).toBe(true);
      const ids = ['B', 'a-1', 'acme', 'b'];
      expect((await tenants.list()).map(({ id }) => id)).toEqual(ids);
      expect((await tenants.list())[2]).toEqual(acme);
    });

    it('have ids of their own', async () => {
      const acme = { id: 'acme', tokenHash: hashOf('a'), limits: {} };
      expect(await tenants.create(acme)).toBe(true);
      const other = { ...acme, tokenHash: hashOf('b'), limits: { worlds: 1 } };
      expect(await tenants.create(other)).toBe(false);
      expect(await tenants.list()).toEqual([acme]);
    });

    it('change in what is given', async () => {
      const acme = { id: 'acme', tokenHash: hashOf('a'), limits: { worlds: 1 } };
      const other = { ...acme, id: 'other', tokenHash: hashOf('b') };
      for (const tenant of [acme, other]) await tenants.create(tenant);
      expect(await tenants.change('acme', { limits: { awakeWorlds: 2 } })).toBe(true);
      expect(await tenants.list()).toEqual([{ ...acme, limits: { awakeWorlds: 2 } }, other]);
      expect(await tenants.change('acme', { tokenHash: hashOf('c') })).toBe(true);
      const changed = { id: 'acme', tokenHash: hashOf('c'), limits: { awakeWorlds: 2 } };
      expect(await tenants.list()).toEqual([changed, other]);
      expect(await tenants.change('none', { limits: {} })).toBe(false);
    });

    it('own the worlds of their names, and are not removed before these are', async () => {
      await tenants.create({ id: 'acme', tokenHash: hashOf('a'), limits: {} });
      const own = ['acme.', 'acme.a', 'acme.zz'];
      const foreign = ['acme', 'acme-.a', 'acme-1', 'acmea', 'acme_.x', 'acmE.a', 'b'];
      for (const world of [...own, ...foreign]) await store.create(recordOf(world));
      expect(await tenants.countWorlds('acme')).toBe(own.length);
      for (const world of own) {
        expect(await tenants.remove('acme')).toBe('has-worlds');
        await store.remove(world);
      }
      expect(await tenants.countWorlds('acme')).toBe(0);
      expect(await tenants.remove('acme')).toBe('removed');
      expect(await tenants.remove('acme')).toBe('unknown');
      expect(await tenants.list()).toEqual([]);
    });

    it('are unknown, with or without worlds of such names', async () => {
      await store.create(recordOf('acme.a'));
      expect(await tenants.remove('acme')).toBe('unknown');
      expect(await tenants.countWorlds('acme')).toBe(1);
      expect(await tenants.countWorlds('none')).toBe(0);
    });
  });
}
