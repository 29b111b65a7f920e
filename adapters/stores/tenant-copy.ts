// Copies the tenants of a store into another one: with their tokens, which are stored as hashes, and their limits.

import { canonical, type EventStore, type Tenant } from '../../core/index.ts';
import type { StoreReader } from './store-reader.ts';

export interface CopiedTenants {
  /** The number of those that were written. */
  readonly tenants: number;
  /** Those that the target has with another token or other limits, or whose token is that of another tenant there. They were left. */
  readonly differentTenants: readonly string[];
}

export async function copyTenants(from: StoreReader, to: EventStore): Promise<CopiedTenants> {
  const found = (await from.tenants?.list()) ?? [];
  const existing = (await to.tenants?.list()) ?? [];
  const differentTenants: string[] = [];
  let tenants = 0;
  for (const tenant of found) {
    const same = existing.filter(
      ({ id, tokenHash }) => id === tenant.id || tokenHash === tenant.tokenHash,
    );
    if (same.some((other) => !isEqual(other, tenant))) differentTenants.push(tenant.id);
    else if (same.length === 0) {
      if ((await to.tenants?.create(tenant)) === true) tenants += 1;
      else differentTenants.push(tenant.id);
    }
  }
  return { tenants, differentTenants };
}

function isEqual(one: Tenant, other: Tenant): boolean {
  const { id, tokenHash, limits } = one;
  const isSame = id === other.id && tokenHash === other.tokenHash;
  return isSame && canonical({ ...limits }) === canonical({ ...other.limits });
}
