// The management of tenants besides its routes: what other processes do meanwhile.

import { afterEach, expect, it } from 'vitest';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { openTenants } from '../../../adapters/tenants/tenant-control.ts';
import { tenantsMax } from '../../../adapters/protocol/limits.ts';
import { WorldElsewhere, type Engine, type Tenants } from '../../../core/index.ts';

let reprise: Reprise;
afterEach(() => reprise.close());

async function opened(own: { engine?: Partial<Engine>; tenants?: Partial<Tenants> } = {}) {
  reprise = await openReprise({ isPaced: false, defaults: { clock: 'frozen' } });
  const { tenants } = reprise.engine.store;
  if (tenants === undefined) throw new Error('The store has no tenants.');
  const engine = { ...reprise.engine, ...own.engine };
  return { tenants, ...openTenants(engine, { ...tenants, ...own.tenants }, () => 0) };
}

it('a tenant is removed with worlds that are created meanwhile', async () => {
  let created = 0;
  const { control } = await opened({
    engine: {
      async remove(name) {
        await reprise.engine.remove(name);
        created += 1;
        if (created <= 2) await reprise.worlds.create({ name: `acme.late-${created}` });
      },
    },
  });
  const token = (await control.put('acme', {}))?.token ?? '';
  await reprise.worlds.create({ name: 'acme.a' });
  expect(await control.remove('acme', false)).toBe(1);
  expect(await control.remove('acme', true)).toBe(0);
  await control.prepare(token);
  expect(control.ofToken(token)).toBe(undefined);
  expect(await control.list()).toEqual([]);
  expect(await control.remove('acme', true)).toBe(undefined);
  expect(await control.remove('acme', false)).toBe(undefined);
});

it('a tenant that cannot be removed has no valid token any more', async () => {
  const { control } = await opened({
    engine: { remove: (name) => Promise.reject(new WorldElsewhere(name, 'http://other')) },
  });
  const token = (await control.put('acme', {}))?.token ?? '';
  await reprise.worlds.create({ name: 'acme.a' });
  await expect(control.remove('acme', true)).rejects.toBeInstanceOf(WorldElsewhere);
  await control.prepare(token);
  expect(control.ofToken(token)).toBe(undefined);
  expect(await control.list()).toMatchObject([{ id: 'acme', worlds: 1 }]);
});

it('there are no more tenants than a server knows by heart', async () => {
  const many = Array.from({ length: tenantsMax }, (_, at) => ({
    id: `t${at}`,
    tokenHash: String(at),
    limits: {},
  }));
  const { control } = await opened({ tenants: { list: async () => many } });
  expect(await control.put('acme', {})).toBe(undefined);
});

it('a tenant that another process creates at the same time keeps its token', async () => {
  let isFirst = true;
  const { control, tenants } = await opened({
    tenants: {
      async create(tenant) {
        if (isFirst) await tenants.create({ ...tenant, tokenHash: 'x' });
        isFirst = false;
        return tenants.create(tenant);
      },
    },
  });
  expect(await control.put('acme', { worlds: 2 })).toEqual({
    tenant: { id: 'acme', limits: { worlds: 2 }, worlds: 0, awakeWorlds: 0 },
  });
  expect(await tenants.list()).toEqual([{ id: 'acme', tokenHash: 'x', limits: { worlds: 2 } }]);
});
