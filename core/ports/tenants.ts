// The tenants of a store: each has a token, worlds of its own, and limits. Worlds whose names begin with its id and a dot are its own.

/** Of one tenant; an omitted one does not limit it. */
export interface TenantLimits {
  /** The most stored worlds. */
  readonly worlds?: number;
  /** The most worlds that are awake in one process. */
  readonly awakeWorlds?: number;
  /** Requests to one process in a minute. */
  readonly requestsPerMinute?: number;
  /** Bytes of request bodies, answers and frames of one process in a minute. */
  readonly bytesPerMinute?: number;
}

export interface Tenant {
  /** Letters, digits and dashes; the first is no dash. */
  readonly id: string;
  /** The SHA-256 of its token, as 64 hexadecimal digits: the token itself is not stored. */
  readonly tokenHash: string;
  readonly limits: TenantLimits;
}

/** The end of a removal. `has-worlds`: nothing was removed. */
export type TenantRemoval = 'removed' | 'unknown' | 'has-worlds';

/** Each operation rejects with StoreError 'unavailable' if the store cannot be reached. */
export interface Tenants {
  /** All tenants, by id. */
  readonly list: () => Promise<readonly Tenant[]>;
  /** Stores a new tenant. False if there is one with this id. */
  readonly create: (tenant: Tenant) => Promise<boolean>;
  /** Replaces the given members. False if there is no such tenant. */
  readonly change: (
    id: string,
    change: Partial<Pick<Tenant, 'tokenHash' | 'limits'>>,
  ) => Promise<boolean>;
  /** Removes a tenant that has no worlds. */
  readonly remove: (id: string) => Promise<TenantRemoval>;
  /** The number of its stored worlds. It need not exist. */
  readonly countWorlds: (id: string) => Promise<number>;
}

/** Whether a world belongs to a tenant. */
export function isWorldOfTenant(world: string, id: string): boolean {
  return world.startsWith(`${id}.`);
}

/**
 * The names of a tenant's worlds are those from `from` on and before `to`, in the order of code units: a slash, which no name has,
 * follows the dot.
 */
export function tenantNames(id: string): { readonly from: string; readonly to: string } {
  return { from: `${id}.`, to: `${id}/` };
}
