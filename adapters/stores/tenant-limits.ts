// The limits of tenants as the text of their rows.

import { z } from 'zod';
import { canonical, StoreError, type Tenant, type TenantLimits } from '../../core/index.ts';

const limit = z.int().min(0).exactOptional();

const limitsSchema = z.strictObject({
  worlds: limit,
  awakeWorlds: limit,
  requestsPerMinute: limit,
  bytesPerMinute: limit,
});

export function printLimits(limits: TenantLimits): string {
  return canonical({ ...limits });
}

export interface TenantRow {
  readonly id: string;
  readonly token_hash: string;
  readonly limits: string;
}

/** Throws StoreError 'damaged' if its limits are not as written: it must not be served without them. */
export function tenantIn({ id, token_hash: tokenHash, limits }: TenantRow): Tenant {
  const read = limitsSchema.safeParse(parsed(limits));
  if (read.success) return { id, tokenHash, limits: read.data };
  throw new StoreError('damaged', `The limits of tenant '${id}' are not readable.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
