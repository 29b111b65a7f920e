// The tenants of a store in memory.

import { isWorldOfTenant, type Tenant, type Tenants } from '../../../core/index.ts';

/** `worlds`: the names of all worlds. */
export function createMemoryTenants(worlds: () => Iterable<string>): Tenants {
  const tenants = new Map<string, Tenant>();
  const count = (id: string) => [...worlds()].filter((world) => isWorldOfTenant(world, id)).length;
  return {
    list: async () => [...tenants.values()].sort((one, other) => (one.id < other.id ? -1 : 1)),
    async create(tenant) {
      if (tenants.has(tenant.id)) return false;
      tenants.set(tenant.id, tenant);
      return true;
    },
    async change(id, change) {
      const tenant = tenants.get(id);
      if (tenant !== undefined) tenants.set(id, { ...tenant, ...change });
      return tenant !== undefined;
    },
    async remove(id) {
      if (!tenants.has(id)) return 'unknown';
      if (count(id) > 0) return 'has-worlds';
      tenants.delete(id);
      return 'removed';
    },
    countWorlds: async (id) => count(id),
  };
}
