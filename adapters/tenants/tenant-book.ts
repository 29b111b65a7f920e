// The tenants of a store as this process knows them: read again while they are asked for, since other processes may change them.

import { StoreError, type Tenant, type Tenants } from '../../core/index.ts';
import { setTimeout } from '../host-timers.ts';
import { tenantTokenHash } from './tenant-token.ts';

/** Tenants that were read longer ago are read again when they are asked for. */
export const tenantsFreshMs = 2_000;
/** The least time between two reads for unknown tokens: whoever guesses does not keep the store busy. */
export const unknownTokenMs = 200;
/** Tenants that were read longer ago are not believed: a removed token works for so long at most. */
export const tenantsStaleMs = 5_000;

export class TenantBook {
  readonly #tenants: Tenants;
  readonly #monotonicMs: () => number;
  #byId: ReadonlyMap<string, Tenant> = new Map();
  #byHash: ReadonlyMap<string, Tenant> = new Map();
  /** The host instant at which the last read began. */
  #readMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  /** A read that has not begun yet. */
  #nextRead: Promise<void> | undefined;
  /** Counts the changes by this process. */
  #changes = 0;

  constructor(tenants: Tenants, monotonicMs: () => number) {
    this.#tenants = tenants;
    this.#monotonicMs = monotonicMs;
  }

  /** Reads the tenants if they are stale; undefined if they are known. Rejects with StoreError. */
  prepare(): Promise<void> | undefined {
    const ageMs = this.#monotonicMs() - this.#readMs;
    if (ageMs < tenantsFreshMs) return undefined;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    if (ageMs >= tenantsStaleMs) return this.#reading;
    this.#reading.catch(() => undefined); // the next request tries again
    return undefined;
  }

  /** As `prepare`, for a request with this token: another process may just have drawn it. */
  prepareFor(token: string): Promise<void> | undefined {
    const ready = this.prepare();
    if (ready === undefined && this.#byHash.has(tenantTokenHash(token))) return undefined;
    this.#nextRead ??= this.#readLater();
    return this.#nextRead;
  }

  /** Call it after a change of the tenants by this process: they are read before they are used again. */
  forget(): void {
    this.#changes += 1;
    this.#readMs = Number.NEGATIVE_INFINITY;
  }

  /** Throws StoreError 'unavailable' if the tenants are stale. */
  ofToken(token: string): Tenant | undefined {
    if (this.#monotonicMs() - this.#readMs >= tenantsStaleMs) {
      throw new StoreError('unavailable', 'The tenants could not be read from the store.');
    }
    return this.#byHash.get(tenantTokenHash(token));
  }

  /** The owner of a world, as far as it is known; undefined for worlds of the operator. */
  ownerOf(world: string): Tenant | undefined {
    if (this.#byId.size === 0) return undefined;
    const dot = world.indexOf('.');
    return dot === -1 ? undefined : this.#byId.get(world.slice(0, dot));
  }

  get(id: string): Tenant | undefined {
    return this.#byId.get(id);
  }

  async #readLater(): Promise<void> {
    const waitMs = this.#readMs + unknownTokenMs - this.#monotonicMs();
    if (waitMs > 0) await new Promise<void>((resolve) => void setTimeout(resolve, waitMs));
    await this.#reading?.catch(() => undefined); // it may have begun too early
    this.#nextRead = undefined;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #read(): Promise<void> {
    let changes: number;
    let beganMs: number;
    let all: readonly Tenant[];
    do {
      changes = this.#changes;
      beganMs = this.#monotonicMs();
      all = await this.#tenants.list();
    } while (changes !== this.#changes);
    this.#byId = new Map(all.map((tenant) => [tenant.id, tenant]));
    this.#byHash = new Map(all.map((tenant) => [tenant.tokenHash, tenant]));
    this.#readMs = beganMs;
  }
}

/** Whether a world may be one of a tenant, by its name alone. */
export function mayBeOfTenant(world: string): boolean {
  return world.includes('.');
}
