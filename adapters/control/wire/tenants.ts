// The wire forms of tenants.

import { z } from 'zod';
import type { ListedTenant } from '../../contracts/tenant-control.ts';
import { tenantIdCharsMax } from '../../protocol/limits.ts';

/** Letters, digits and dashes: a dot would end it in the name of a world. */
export const tenantIdPattern = new RegExp(`^[A-Za-z0-9][A-Za-z0-9-]{0,${tenantIdCharsMax - 1}}$`);

const tenantId = z.string().regex(tenantIdPattern);

const limit = z.int().min(0);

/** The limits of a tenant; an omitted one does not limit it. */
export const tenantLimits = z
  .strictObject({
    worlds: limit.exactOptional().meta({ description: 'The most stored worlds.' }),
    awakeWorlds: limit
      .exactOptional()
      .meta({ description: 'The most worlds that are awake in one process.' }),
    requestsPerMinute: limit
      .exactOptional()
      .meta({ description: 'The most requests to one process in a minute.' }),
    bytesPerMinute: limit.exactOptional().meta({
      description: 'The most bytes of bodies, answers and frames of one process in a minute.',
    }),
  })
  .meta({ id: 'TenantLimits' });

export const tenantAnswer = z
  .strictObject({
    id: tenantId,
    limits: tenantLimits,
    worlds: z.int().min(0).meta({ description: 'The number of its stored worlds.' }),
    awakeWorlds: z
      .int()
      .min(0)
      .meta({ description: 'The number of its worlds that are awake in the answering process.' }),
  })
  .meta({ id: 'Tenant' });

export const tenantsAnswer = z.strictObject({ tenants: z.array(tenantAnswer) });

const token = z.string().meta({
  description: 'Its token, which is not stored and never shown again.',
});

export const newTenantAnswer = tenantAnswer.extend({ token }).meta({ id: 'NewTenant' });

export const tenantTokenAnswer = z.strictObject({ id: tenantId, token });

export const removeTenantQuery = z.strictObject({
  worlds: z
    .literal('remove')
    .exactOptional()
    .meta({ description: '`remove`: its worlds are removed first.' }),
});

export function printTenant({
  id,
  limits,
  worlds,
  awakeWorlds,
}: ListedTenant): z.infer<typeof tenantAnswer> {
  return { id, limits: { ...limits }, worlds, awakeWorlds };
}
