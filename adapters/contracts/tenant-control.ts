// The tenants of a server, for the control plane.

import type { Engine, Tenant, TenantLimits } from '../../core/index.ts';
import type { CountBytes } from '../protocol/admission.ts';

export interface ListedTenant {
  readonly id: string;
  readonly limits: TenantLimits;
  /** The number of its stored worlds. */
  readonly worlds: number;
  /** The number of its worlds that are awake in this process. */
  readonly awakeWorlds: number;
}

/** The end of a change. With a token if the tenant is new. */
export interface ChangedTenant {
  readonly tenant: ListedTenant;
  readonly token?: string;
}

/** All promises reject with StoreError if the store cannot be reached. */
export interface TenantControl {
  /** Reads what `ofToken` needs to know of a token; undefined if it knows it. */
  readonly prepare: (token: string) => Promise<void> | undefined;
  /** The tenant with this token. Throws StoreError 'unavailable' if that is not known. */
  readonly ofToken: (token: string) => Tenant | undefined;
  /** Whether its next request would be refused. */
  readonly isExceeded: (tenant: Tenant) => boolean;
  /** Counts a request of a tenant; returns the counter of its answer. Throws LimitError. */
  readonly admit: (tenant: Tenant, bodyBytes: number) => CountBytes | undefined;
  /** Finds a world, and wakes it within the limit of its owner. Rejects with LimitError. */
  readonly open: Engine['open'];
  /** Runs a task that creates a world, within the limits of its owner. Rejects with LimitError. */
  readonly creating: <T>(name: string, task: () => Promise<T>) => Promise<T>;
  /** The id of a world's owner; undefined for worlds of the operator. */
  readonly ownerOf: (world: string) => Promise<string | undefined>;
  readonly list: () => Promise<readonly ListedTenant[]>;
  /** Creates a tenant, or replaces its limits. Undefined if there are too many. */
  readonly put: (id: string, limits: TenantLimits) => Promise<ChangedTenant | undefined>;
  /** Replaces the token of a tenant, which works no longer then; undefined if there is no such tenant. */
  readonly drawToken: (id: string) => Promise<string | undefined>;
  /**
   * Removes a tenant; `withWorlds`: after its worlds. Resolves with the number of worlds that are left, so that nothing was removed,
   * or undefined if there is no such tenant.
   */
  readonly remove: (id: string, withWorlds: boolean) => Promise<number | undefined>;
}
