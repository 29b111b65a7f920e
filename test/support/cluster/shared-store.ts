// A store that simulated processes share: the meaning of owners, tokens and leases as in PostgreSQL, over a network that a test cuts.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import {
  StoreError,
  WorldElsewhere,
  type Append,
  type Base,
  type EventStore,
  type JournalEntry,
  type Leases,
  type NodeLease,
  type RefusedAppend,
  type WorldRecord,
} from '../../../core/index.ts';
import type { SimulatedProcess, SimulatedTime } from './simulated-time.ts';

/** The network between a process and the store. */
export interface Route {
  /** From the call to its answer. */
  ms: number;
  /** Whether calls, or answers, are lost. */
  losesCalls: boolean;
  losesAnswers: boolean;
}

/** A world from its begin to its reset or removal: `life` is its resets, those of earlier worlds of its name included. */
export interface Life {
  readonly world: string;
  readonly life: number;
}

/** An entry of a world as it was stored. */
export interface StoredEntry extends Life {
  readonly token: number;
  readonly entry: JournalEntry;
}

interface Owned {
  owner: string;
  token: number;
  isReleased: boolean;
}

/** Faults planted by tests of the tests. */
export interface PlantedFaults {
  readonly noTokenCheck?: boolean;
  readonly noReadBack?: boolean;
}

/** A call whose answer does not come fails after so long. */
const answerMsMax = 2_000;
/** For so long it is tried to find out what became of an append, every so often. */
const settleMsMax = 30_000;
const settleEveryMs = 250;

export class SharedStore {
  /** All entries that were ever stored, in this order. */
  readonly log: StoredEntry[] = [];
  /** The life of its parent that each fork shares, up to an input. */
  readonly forks: (Life & { readonly of: Life; readonly inputs: number })[] = [];
  readonly #inner = createMemoryStore();
  readonly #time: SimulatedTime;
  readonly #owned = new Map<string, Owned>();
  readonly #nodes = new Map<string, NodeLease>();
  readonly #lives = new Map<string, number>();
  readonly #faults: PlantedFaults;
  #ids = 0;

  constructor(time: SimulatedTime, faults: PlantedFaults = {}) {
    this.#time = time;
    this.#faults = faults;
  }

  /** The worlds as they are stored, for one reader without a lease. */
  get stored(): EventStore {
    return this.#inner;
  }

  open(process: SimulatedProcess, route: Route): EventStore {
    const inner = this.#inner;
    let owner = this.#newId();
    let tokens = new Map<string, number>();

    /** Carries out a call when it arrives, whatever becomes of the process meanwhile. */
    const call = async <T>(effect: () => Promise<T> | T): Promise<T> =>
      new Promise((resolve, reject) => {
        const fail = () => process.after(answerMsMax, () => reject(new LostAnswer()));
        this.#time.after(route.ms / 2, () => {
          if (route.losesCalls) return process.after(answerMsMax, () => reject(away()));
          let result: Promise<T>;
          try {
            result = Promise.resolve(effect());
          } catch (error) {
            result = Promise.reject(error);
          }
          result.catch(() => undefined);
          if (route.losesAnswers) return fail();
          process.after(route.ms / 2, () => void result.then(resolve, reject));
        });
      });

    /** As `call`, for what may be repeated: a lost answer counts as a store that is away. */
    const reading = async <T>(effect: () => Promise<T> | T): Promise<T> =>
      call(effect).catch((error: unknown) => {
        throw error instanceof LostAnswer ? away() : error;
      });

    const ownedBy = (name: string): Owned | undefined => this.#owned.get(name);
    const mayClaim = ({ owner: other, isReleased }: Owned) =>
      other === owner || isReleased || !this.#nodes.has(other);
    const own = (name: string): string | undefined => {
      const owned = ownedBy(name) ?? { owner, token: 0, isReleased: false };
      if (!mayClaim(owned)) {
        throw new WorldElsewhere(name, this.#nodes.get(owned.owner)?.address ?? '');
      }
      const before = owned.owner;
      const token = owned.token + 1;
      this.#owned.set(name, { owner, token, isReleased: false });
      tokens.set(name, token);
      return before;
    };
    const isOwn = (name: string): boolean =>
      this.#faults.noTokenCheck === true || ownedBy(name)?.token === tokens.get(name);

    const appendOne = async (append: Append): Promise<readonly RefusedAppend[]> => {
      const { world, entries } = append;
      const token = tokens.get(world) ?? 0;
      const conflict = new StoreError('conflict', `World '${world}' has another owner.`);
      if (!isOwn(world)) return [{ world, error: conflict }];
      const refused = await inner.append([append]); // at once
      if (refused.length === 0) this.#log(world, entries, token);
      return refused;
    };

    /** What became of a change whose answer was lost: later calls of this owner with the earlier token change nothing. */
    const settle = async <T>(name: string, readBack: () => Promise<T>): Promise<T> => {
      const untilMs = this.#time.nowMs + settleMsMax;
      for (;;) {
        try {
          return await reading(async () => {
            const owned = ownedBy(name);
            if (owned?.owner === owner) {
              owned.token += 1;
              tokens.set(name, owned.token);
            } else tokens.delete(name);
            return readBack();
          });
        } catch (error) {
          const isAway = error instanceof StoreError && error.code === 'unavailable';
          if (!isAway) throw error;
          if (this.#time.nowMs >= untilMs) {
            tokens.delete(name);
            throw new StoreError('unavailable', 'away', { isUncertain: true });
          }
          await process.pause(settleEveryMs);
        }
      }
    };

    const append = async (one: Append): Promise<readonly RefusedAppend[]> => {
      const lifeBefore = this.#lives.get(one.world);
      try {
        return await call(() => appendOne(one));
      } catch (error) {
        if (!(error instanceof LostAnswer)) throw error;
        if (this.#faults.noReadBack === true) throw away();
        const last = one.entries.at(-1);
        const { stored, life } = await settle(one.world, async () => {
          const life = this.#lives.get(one.world);
          const isThere = last !== undefined && life !== undefined;
          const [stored] = isThere ? await inner.read(one.world, last.input.n, 1) : [];
          return { stored, life };
        });
        if (life !== lifeBefore) return [{ world: one.world, error: gone() }]; // with its entries
        if (stored !== undefined && stored.digest === last?.digest) return [];
        const refusal = new StoreError(stored === undefined ? 'unavailable' : 'conflict', 'lost');
        return [{ world: one.world, error: refusal }];
      }
    };

    /** `isDone`: whether it was carried out, once nothing of it is under way. */
    const changing = async (
      name: string,
      effect: () => Promise<void>,
      isDone: () => Promise<boolean>,
    ): Promise<void> => {
      try {
        await call(effect);
      } catch (error) {
        if (!(error instanceof LostAnswer)) throw error;
        if (!(await settle(name, isDone))) throw away();
      }
    };

    const leases: Leases = {
      secret: async () => 'secret',
      begin: async (node) =>
        reading(() => {
          const id = this.#newId();
          [owner, tokens] = [id, new Map()];
          if ([...this.#nodes.values()].some(({ address }) => address === node.address)) return;
          this.#nodes.set(id, { id, ...node, counter: 0, worlds: 0, load: 0, isDraining: false });
          return id;
        }),
      beginAnew: async () =>
        reading(() => {
          const row = this.#nodes.get(owner);
          this.#nodes.delete(owner);
          [owner, tokens] = [this.#newId(), new Map()];
          if (row !== undefined) this.#nodes.set(owner, { ...row, id: owner });
          return row && owner;
        }),
      renew: async (load) =>
        reading(() => {
          const row = this.#nodes.get(owner);
          if (row === undefined) return undefined;
          const isDraining = row.isDraining || load.isDraining;
          this.#nodes.set(owner, { ...row, ...load, isDraining, counter: row.counter + 1 });
          return { id: owner, isDraining };
        }),
      drain: async (address) =>
        reading(() => {
          const row = [...this.#nodes.values()].find((node) => node.address === address);
          if (row !== undefined) this.#nodes.set(row.id, { ...row, isDraining: true });
          return row !== undefined;
        }),
      list: async () => reading(() => [...this.#nodes.values()]),
      end: async (id, counter) =>
        reading(() => this.#nodes.get(id)?.counter === counter && this.#nodes.delete(id)),
      leave: async () => reading(() => void this.#nodes.delete(owner)),
      ownerOf: async (name) =>
        reading(() => {
          const { owner: id = '', isReleased = false } = ownedBy(name) ?? {};
          const node = isReleased ? undefined : this.#nodes.get(id);
          return node && { address: node.address, isSelf: id === owner };
        }),
      release: async (name) =>
        reading(() => {
          const owned = ownedBy(name);
          if (owned?.owner !== owner) return;
          owned.isReleased = true;
          owned.token += 1;
          tokens.delete(name);
        }),
    };

    return {
      worlds: async (page) => reading(() => inner.worlds(page)),
      find: async (name) => reading(() => inner.find(name)),
      claim: async (name) =>
        reading(async () => {
          const found = inner.find(name);
          const known = this.#owned.has(name);
          const before = known ? own(name) : undefined;
          const claims = tokens.get(name) ?? 0;
          return (await found) === undefined
            ? undefined
            : inner.claim(name).then((it) => it && { ...it, owner: before ?? '', claims });
        }),
      wakes: async (page) => reading(() => inner.wakes(page)),
      sleep: async (name, sleep) =>
        reading(() => {
          if (!isOwn(name)) throw new StoreError('conflict', `World '${name}' has another owner.`);
          return inner.sleep(name, sleep);
        }),
      lineage: async (name) => reading(() => inner.lineage(name)),
      create: async (record, base, entries = [], wake = null, begun = 0) => {
        const made = { owner, token: 1, isReleased: false };
        return changing(
          record.name,
          async () => {
            await inner.create(record, base, entries, wake, begun);
            this.#owned.set(record.name, made);
            tokens.set(record.name, 1);
            this.#begin(record, base);
            this.#log(record.name, entries, 1);
          },
          async () => ownedBy(record.name) === made,
        );
      },
      reset: async (record: WorldRecord, entries = [], wake = null) =>
        changing(
          record.name,
          async () => {
            if (!isOwn(record.name)) throw new StoreError('conflict', 'another owner');
            this.#begin(record);
            this.#log(record.name, entries, tokens.get(record.name) ?? 0);
            return inner.reset(record, entries, wake);
          },
          async () => (await inner.find(record.name))?.resets === record.resets,
        ),
      remove: async (name) => {
        let removed: Owned | undefined;
        return changing(
          name,
          async () => {
            if (!tokens.has(name) && ownedBy(name) !== undefined) own(name);
            if (!isOwn(name)) throw new StoreError('conflict', 'another owner');
            removed = ownedBy(name);
            this.#owned.delete(name);
            this.#lives.delete(name);
            tokens.delete(name);
            return inner.remove(name);
          },
          async () => removed !== undefined && ownedBy(name) !== removed,
        );
      },
      append: async (batch) => (await Promise.all(batch.map(append))).flat(),
      read: async (...args) => reading(() => inner.read(...args)),
      attachment: async (...args) => reading(() => inner.attachment(...args)),
      events: async (...args) => reading(() => inner.events(...args)),
      snapshot: async (...args) => reading(() => inner.snapshot(...args)),
      snapshots: async (name) => reading(() => inner.snapshots(name)),
      defects: async () => [],
      counts: {
        ...inner.counts,
        countOpening: async () => reading(() => inner.counts.countOpening()),
        begun: async (name) => reading(() => inner.counts.begun(name)),
      },
      leases,
      close: async () => undefined,
    };
  }

  #begin({ name: world, resets: life = 0 }: WorldRecord, base?: Base): void {
    if (base !== undefined) {
      const of = { world: base.world, life: this.#lives.get(base.world) ?? 0 };
      this.forks.push({ world, life, of, inputs: base.inputs });
    }
    this.#lives.set(world, life);
  }

  #log(world: string, entries: readonly JournalEntry[], token: number): void {
    const life = this.#lives.get(world) ?? 0;
    for (const entry of entries) this.log.push({ world, life, token, entry });
  }

  #newId(): string {
    this.#ids += 1;
    return `owner ${this.#ids}`;
  }
}

class LostAnswer extends Error {}

function gone(): StoreError {
  return new StoreError('unavailable', 'The world is gone.', { isUncertain: true });
}

function away(): StoreError {
  return new StoreError('unavailable', 'The store is away.');
}
