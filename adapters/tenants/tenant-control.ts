// Manages the tenants of a store, and applies their limits.

import {
  isWorldOfTenant,
  StoreError,
  type Engine,
  type Tenant,
  type Tenants,
} from '../../core/index.ts';
import type { ListedTenant, TenantControl } from '../contracts/tenant-control.ts';
import { worldsOfTenant } from '../contracts/tenant-worlds.ts';
import { tenantsMax } from '../protocol/limits.ts';
import { TenantBook } from './tenant-book.ts';
import { TenantLimiter } from './tenant-limiter.ts';
import { newTenantToken, tenantTokenHash } from './tenant-token.ts';

/** Worlds read at once. */
const worldsPerRead = 250;
/** How often the worlds of a tenant are removed that is being removed: others may create some meanwhile. */
const removalsMax = 3;

export interface OpenTenants {
  readonly control: TenantControl;
  readonly limiter: TenantLimiter;
}

export function openTenants(
  engine: Engine,
  tenants: Tenants,
  monotonicMs: () => number,
): OpenTenants {
  const book = new TenantBook(tenants, monotonicMs);
  const limiter = new TenantLimiter({ engine, tenants, book, monotonicMs });

  /** Makes a change known to this process at once, even if its answer was lost. */
  async function changing<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      book.forget();
    }
  }

  async function listedTenant({ id, limits }: Tenant): Promise<ListedTenant> {
    const awake = engine.worlds().filter(({ record }) => isWorldOfTenant(record.name, id));
    return { id, limits, worlds: await tenants.countWorlds(id), awakeWorlds: awake.length };
  }

  async function removeWorlds(id: string): Promise<void> {
    let page: readonly { readonly name: string }[];
    do {
      page = await worldsOfTenant(engine.store, id, { limit: worldsPerRead });
      for (const { name } of page) {
        await engine.remove(name).catch((error: unknown) => {
          const isGone = error instanceof StoreError && error.code === 'unknown-world';
          if (!isGone) throw error;
        });
      }
    } while (page.length === worldsPerRead);
  }

  async function drawToken(id: string): Promise<string | undefined> {
    const token = newTenantToken();
    const tokenHash = tenantTokenHash(token);
    return (await changing(() => tenants.change(id, { tokenHash }))) ? token : undefined;
  }

  const control: TenantControl = {
    prepare: (token) => book.prepareFor(token),
    ofToken: (token) => book.ofToken(token),
    isExceeded: (tenant) => limiter.isExceededBy(tenant),
    admit: (tenant, bodyBytes) => limiter.admitTo(tenant, bodyBytes),
    open: limiter.open,
    creating: (name, task) => limiter.creating(name, task),
    async ownerOf(world) {
      await book.prepare();
      return book.ownerOf(world)?.id;
    },
    async list() {
      const all: ListedTenant[] = [];
      for (const tenant of await tenants.list()) all.push(await listedTenant(tenant));
      return all;
    },
    async put(id, limits) {
      const token = newTenantToken();
      const tenant = { id, tokenHash: tenantTokenHash(token), limits };
      if (await changing(() => tenants.change(id, { limits }))) {
        return { tenant: await listedTenant(tenant) };
      }
      if ((await tenants.list()).length >= tenantsMax) return undefined;
      if (await changing(() => tenants.create(tenant))) {
        return { tenant: await listedTenant(tenant), token };
      }
      return control.put(id, limits); // another process has just created it
    },
    drawToken,
    async remove(id, withWorlds) {
      // The old token stops working: the tenant creates no more worlds while its worlds are removed.
      if (withWorlds && (await drawToken(id)) === undefined) return undefined;
      for (let attempt = 1; ; attempt += 1) {
        if (withWorlds) await removeWorlds(id);
        const removal = await changing(() => tenants.remove(id));
        if (removal === 'removed') return 0;
        if (removal === 'unknown') return undefined;
        const isOver = !withWorlds || attempt === removalsMax;
        if (isOver) return Math.max(1, await tenants.countWorlds(id));
      }
    },
  };
  return { control, limiter };
}
