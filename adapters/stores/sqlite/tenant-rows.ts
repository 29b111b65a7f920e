// Tenants as rows.

import { tenantNames, type TenantRemoval, type Tenants } from '../../../core/index.ts';
import { printLimits, tenantIn } from '../tenant-limits.ts';
import type { RunWork, Statements } from './statements.ts';

/** `reading` and `writing` run work on the open file; `writing` in a transaction. */
export function createTenants(statements: Statements, reading: RunWork, writing: RunWork): Tenants {
  const count = (id: string): number => {
    const { from, to } = tenantNames(id);
    return statements.worldsBetween.get(from, to)?.count ?? 0;
  };
  const isThere = (id: string) => statements.tenants.all().some((tenant) => tenant.id === id);
  return {
    list: async () => reading(() => statements.tenants.all().map(tenantIn)),
    create: async ({ id, tokenHash, limits }) =>
      writing(() => statements.insertTenant.run(id, tokenHash, printLimits(limits)).changes > 0),
    change: async (id, { tokenHash, limits }) =>
      writing(() => {
        const text = limits === undefined ? null : printLimits(limits);
        return statements.changeTenant.run(tokenHash ?? null, text, id).changes > 0;
      }),
    remove: async (id) =>
      writing((): TenantRemoval => {
        if (count(id) > 0) return isThere(id) ? 'has-worlds' : 'unknown';
        return statements.deleteTenant.run(id).changes > 0 ? 'removed' : 'unknown';
      }),
    countWorlds: async (id) => reading(() => count(id)),
  };
}
