// Applies the limits of tenants: to requests, to the creation of worlds, and to those that are awake.

import {
  isWorldOfTenant,
  type Engine,
  type Tenant,
  type Tenants,
  type World,
} from '../../core/index.ts';
import { LimitError, type Admission, type CountBytes } from '../protocol/admission.ts';
import { MinuteWindow } from './minute-window.ts';
import { mayBeOfTenant, type TenantBook } from './tenant-book.ts';

export interface TenantLimiterOptions {
  readonly engine: Pick<Engine, 'open' | 'world' | 'worlds' | 'sleepLeastUsed' | 'store'>;
  readonly tenants: Tenants;
  readonly book: TenantBook;
  readonly monotonicMs: () => number;
}

/** After how many seconds there may be room for one more world that is awake. */
const roomSeconds = 1;
/** With more windows than that, those of tenants that are gone are forgotten. */
const windowsMax = 2_000;

export class TenantLimiter implements Admission {
  readonly #options: TenantLimiterOptions;
  readonly #windows = new Map<string, MinuteWindow>();
  /** The last creation of each tenant whose worlds are limited: they are counted one after another. */
  readonly #creations = new Map<string, Promise<unknown>>();
  /** How many worlds of each tenant are being started. */
  readonly #starting = new Map<string, number>();
  /** Worlds that are being woken within a limit, by name. */
  readonly #waking = new Map<string, Promise<World | undefined>>();

  constructor(options: TenantLimiterOptions) {
    this.#options = options;
  }

  /** See Admission. */
  readonly admit: Admission['admit'] = (worldName, bodyBytes) => {
    if (!mayBeOfTenant(worldName)) return undefined;
    const { book } = this.#options;
    const admit = () => {
      const tenant = book.ownerOf(worldName);
      return tenant && this.admitTo(tenant, bodyBytes);
    };
    // While the store is away, what was known is good enough for limits.
    return book.prepare()?.then(admit, admit) ?? admit();
  };

  readonly isExceeded: Admission['isExceeded'] = (worldName) => {
    const tenant = this.#options.book.ownerOf(worldName);
    return tenant !== undefined && this.isExceededBy(tenant);
  };

  isExceededBy(tenant: Tenant): boolean {
    const nowMs = this.#options.monotonicMs();
    return this.#windowOf(tenant.id).refusal(tenant, nowMs) !== undefined;
  }

  /** Counts a request of a tenant. Throws LimitError. */
  admitTo(tenant: Tenant, bodyBytes: number): CountBytes | undefined {
    const { requestsPerMinute, bytesPerMinute } = tenant.limits;
    if (requestsPerMinute === undefined && bytesPerMinute === undefined) return undefined;
    const window = this.#windowOf(tenant.id);
    window.admit(tenant, bodyBytes, this.#options.monotonicMs());
    return bytesPerMinute === undefined ? undefined : (bytes) => window.add(bytes);
  }

  /** Finds a world, and wakes it within the limit of its owner. Rejects with LimitError. */
  readonly open: Engine['open'] = (name) => {
    const { engine, book } = this.#options;
    const awake = engine.world(name) !== undefined;
    if (awake || !mayBeOfTenant(name)) return engine.open(name);
    const wake = () => {
      const tenant = book.ownerOf(name);
      return tenant?.limits.awakeWorlds === undefined
        ? engine.open(name)
        : this.#wake(tenant, name);
    };
    return book.prepare()?.then(wake, wake) ?? wake();
  };

  /** Runs a task that creates a world, within the limits of its owner. Rejects with LimitError. */
  async creating<T>(name: string, task: () => Promise<T>): Promise<T> {
    if (!mayBeOfTenant(name)) return task();
    const { book, tenants } = this.#options;
    await book.prepare();
    const tenant = book.ownerOf(name);
    const most = tenant?.limits.worlds;
    if (tenant === undefined) return task();
    if (most === undefined) return this.#inRoom(tenant, task);
    return this.#afterOthers(tenant.id, async () => {
      if ((await tenants.countWorlds(tenant.id)) < most) return this.#inRoom(tenant, task);
      const message = `This tenant may have ${most} worlds, and has them; remove one first.`;
      throw new LimitError(message);
    });
  }

  #wake(tenant: Tenant, name: string): Promise<World | undefined> {
    const known = this.#waking.get(name);
    if (known !== undefined) return known;
    const { engine } = this.#options;
    const wake = async () => {
      if ((await engine.store.find(name)) === undefined) return undefined; // no world sleeps for its sake
      return this.#inRoom(tenant, async () => engine.open(name));
    };
    const waking = wake().finally(() => this.#waking.delete(name));
    this.#waking.set(name, waking);
    return waking;
  }

  /** Runs a task that starts a world once there is room for it. */
  async #inRoom<T>({ id, limits }: Tenant, task: () => Promise<T>): Promise<T> {
    const { awakeWorlds: most } = limits;
    if (most === undefined) return task();
    const { engine } = this.#options;
    const isOwn = ({ record }: World) => isWorldOfTenant(record.name, id);
    const starting = () => this.#starting.get(id) ?? 0;
    const isFull = () => engine.worlds().filter(isOwn).length + starting() >= most;
    while (isFull()) {
      const hasSlept = await engine.sleepLeastUsed(isOwn);
      if (!hasSlept && isFull()) {
        const message = `This tenant may have ${most} worlds awake on this server, and all are in use; retry later.`;
        throw new LimitError(message, roomSeconds);
      }
    }
    this.#starting.set(id, starting() + 1);
    try {
      return await task();
    } finally {
      const left = starting() - 1;
      if (left === 0) this.#starting.delete(id);
      else this.#starting.set(id, left);
    }
  }

  /** Runs a task after the earlier ones of a tenant. */
  async #afterOthers<T>(id: string, task: () => Promise<T>): Promise<T> {
    const earlier = this.#creations.get(id) ?? Promise.resolve();
    const done = earlier.then(task, task);
    this.#creations.set(id, done);
    const forget = () => {
      if (this.#creations.get(id) === done) this.#creations.delete(id);
    };
    done.then(forget, forget);
    return done;
  }

  #windowOf(id: string): MinuteWindow {
    const known = this.#windows.get(id);
    if (known !== undefined) return known;
    if (this.#windows.size >= windowsMax) {
      for (const other of this.#windows.keys()) {
        if (this.#options.book.get(other) === undefined) this.#windows.delete(other);
      }
    }
    const window = new MinuteWindow();
    this.#windows.set(id, window);
    return window;
  }
}
