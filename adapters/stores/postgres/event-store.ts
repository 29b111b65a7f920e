// The event store on PostgreSQL: many processes may share one, and each world has one owner. Nothing waits for a notification of the
// server, and no session has a state, so that a pooler in transaction mode may be between.

import { z } from 'zod';
import {
  StoreError,
  type EventStore,
  type JournalEntry,
  type Leases,
  type RunningRecordings,
  type StoreCounts,
  type Tenants,
  type WorldRecord,
  type WorldUses,
} from '../../../core/index.ts';
import { callable, checkedOptions } from '../../checked-options.ts';
import type { Durability } from '../durability.ts';
import type { StoreReader } from '../store-reader.ts';
import { appendBatch } from './appending.ts';
import { readAttachment, trimAttachments } from './attachment-rows.ts';
import { claimWorld } from './claims.ts';
import { connectionsTo, type Connections, type RunSql } from './connection.ts';
import { repeatedly, type StoreContext } from './context.ts';
import { createCounts } from './count-rows.ts';
import { checkReadable, openTables } from './database.ts';
import { unopened, type Wording } from './failure.ts';
import { readEntries, readEvents } from './journal-rows.ts';
import { createLeases } from './leases.ts';
import { limitsDefault, renewingLimits, type PostgresLimits } from './limits.ts';
import { createOwners } from './owners.ts';
import { patiently } from './patience.ts';
import { beginSnapshot, storedSnapshots } from './snapshot-rows.ts';
import { createRecordings } from './recording-rows.ts';
import { createSweep, type Sweep } from './sweep.ts';
import { createTenants } from './tenant-rows.ts';
import { createUses } from './use-rows.ts';
import { defectsIn } from './verify.ts';
import { createWorld, removeWorld, resetWorld, sleepWorld } from './world-changes.ts';
import { isClaimable, journalParts, listedIn, otherOwner, recordIn } from './world-rows.ts';

export interface PostgresOptions {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** `full` refuses a server that loses answered writes when its machine crashes. Default: `normal`, which warns. */
  readonly durability?: Durability;
  /** The most bytes of attachments; the oldest are dropped. Default: 1 GiB. */
  readonly attachmentBytesMax?: number;
  /** Called with problems that do not prevent opening the store. */
  readonly onWarning?: (message: string) => void;
}

const attachmentBytesMaxDefault = 1024 * 1024 * 1024;

const optionsSchema = z.strictObject({
  // The message does not repeat the value, which may have a password.
  url: z.string().regex(/^postgres(ql)?:\/\//, 'needs a URL that begins with postgres://'),
  durability: z.enum(['normal', 'full']).exactOptional(),
  attachmentBytesMax: z.int().min(0).exactOptional(),
  onWarning: callable(),
});

/**
 * Opens a store, and creates its tables in an empty database or schema. Rejects with StoreError if that fails, after a server that
 * is away was tried for 10 s; with OptionsError if an option is wrong.
 */
export async function openPostgresStore(
  options: PostgresOptions,
  limits: PostgresLimits = limitsDefault,
): Promise<EventStore> {
  checkedOptions(optionsSchema, options, 'openPostgresStore');
  const { url, durability = 'normal', onWarning = () => undefined } = options;
  const { connections, wording } = await connectionsTo(url, limits);
  try {
    await patiently(
      {
        failed: (failure) => unopened('open', wording.place, failure),
        awayMsMax: limits.awayMsMax,
        isClosed: () => false,
        isRepeatable: true,
      },
      async () => openTables(connections, wording, durability, onWarning),
    );
  } catch (error) {
    await connections.close();
    throw error;
  }
  const renewing = await renewingConnections(url, limits);
  const { attachmentBytesMax } = options;
  const store = new PostgresStore(connections, renewing, wording, limits, attachmentBytesMax);
  store.sweep();
  return store;
}

/** Opens a store to read it, also on a standby. Rejects with StoreError if there is none, or one of another version. */
export async function openPostgresReader(
  url: string,
  limits: PostgresLimits = limitsDefault,
): Promise<StoreReader> {
  const { connections, wording } = await connectionsTo(url, limits);
  const { place } = wording;
  try {
    await patiently(
      {
        failed: (failure) => unopened('open', place, failure),
        awayMsMax: 0,
        isClosed: () => false,
        isRepeatable: true,
      },
      async () => checkReadable(connections.run, wording),
    );
  } catch (error) {
    await connections.close();
    throw error;
  }
  return new PostgresStore(connections, await renewingConnections(url, limits), wording, limits);
}

async function renewingConnections(url: string, limits: PostgresLimits): Promise<Connections> {
  return (await connectionsTo(url, { ...limits, ...renewingLimits })).connections;
}

/** Its members are bound: programs pass them on, and replace some of them. */
class PostgresStore implements EventStore {
  readonly #context: StoreContext;
  readonly #renewing: Connections;
  readonly #attachmentBytesMax: number;
  readonly #sweep: Sweep;
  readonly leases: Leases;
  readonly counts: StoreCounts;
  readonly tenants: Tenants;
  readonly uses: WorldUses;
  readonly recordings: RunningRecordings;
  /** Operations under way. */
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(
    connections: Connections,
    renewing: Connections,
    { place }: Wording,
    limits: PostgresLimits,
    attachmentBytesMax = attachmentBytesMaxDefault,
  ) {
    this.#attachmentBytesMax = attachmentBytesMax;
    const owners = createOwners();
    this.#context = { owners, connections, limits, place, isClosed: () => this.#isClosed };
    this.#renewing = renewing;
    this.leases = createLeases(this.#context, {
      ...this.#context,
      connections: renewing,
      limits: { ...limits, ...renewingLimits },
    });
    this.counts = createCounts(this.#context);
    this.tenants = createTenants(this.#context);
    this.uses = createUses(this.#context);
    this.recordings = createRecordings(this.#context);
    this.#sweep = createSweep(this.#context);
  }

  /** Deletes what earlier processes have left of removed worlds, in the background. */
  sweep(): void {
    this.#sweep.all();
  }

  readonly worlds: EventStore['worlds'] = async ({ after, limit }) => {
    const rows = await this.#reading(async (run) =>
      run<{ readonly name: string; readonly record: string; readonly node: string | null }>(
        `SELECT w.name, w.record, n.address AS node FROM reprise_worlds w LEFT JOIN ${otherOwner}
        WHERE w.name IS NOT NULL AND ($1::text IS NULL OR w.name > $1) ORDER BY w.name LIMIT $3`,
        [after ?? null, this.#context.owners.owner, limit],
      ),
    );
    return rows.map(listedIn);
  };

  readonly find: EventStore['find'] = async (world) => {
    const rows = await this.#reading(async (run) =>
      run<{ readonly record: string }>('SELECT record FROM reprise_worlds WHERE name = $1', [
        world,
      ]),
    );
    const [row] = rows;
    return row && recordIn(row.record, world);
  };

  readonly claim: EventStore['claim'] = async (world) =>
    this.#doing(async () => claimWorld(this.#context, world));

  readonly wakes: EventStore['wakes'] = async ({ after, limit }) =>
    this.#reading(async (run) =>
      run(
        `SELECT name AS "world", wake_after AS "afterMs" FROM reprise_worlds w
        WHERE wakes AND name IS NOT NULL AND ($1::text IS NULL OR name > $1) AND ${isClaimable}
        ORDER BY name LIMIT $3`,
        [after ?? null, this.#context.owners.owner, limit],
      ),
    );

  readonly sleep: EventStore['sleep'] = async (world, sleep) =>
    this.#doing(async () => sleepWorld(this.#context, world, sleep));

  readonly lineage: EventStore['lineage'] = async (world) =>
    this.#reading(async (run) => journalParts(run, world));

  readonly create: EventStore['create'] = async (
    record,
    base,
    entries = [],
    wakeAfterMs = null,
    begun?,
  ) =>
    this.#doing(async () => {
      await createWorld(this.#context, record, base, entries, wakeAfterMs, begun);
      await this.#trimAfter(entries);
    });

  readonly reset: EventStore['reset'] = async (
    record: WorldRecord,
    entries = [],
    wakeAfterMs = null,
  ) =>
    this.#doing(async () => {
      this.#sweep.later(await resetWorld(this.#context, record, entries, wakeAfterMs));
      await this.#trimAfter(entries);
    });

  readonly remove: EventStore['remove'] = async (world) =>
    this.#doing(async () => this.#sweep.later(await removeWorld(this.#context, world)));

  readonly append: EventStore['append'] = async (batch) =>
    this.#doing(async () => appendBatch(this.#context, batch, this.#attachmentBytesMax));

  readonly read: EventStore['read'] = async (world, fromInput, limit) =>
    this.#reading(async (run) => readEntries(run, world, fromInput, limit));

  readonly attachment: EventStore['attachment'] = async (world, input) =>
    this.#reading(async (run) => readAttachment(run, world, input));

  readonly events: EventStore['events'] = async (world, query) =>
    this.#reading(async (run) => readEvents(run, world, query));

  readonly snapshot: EventStore['snapshot'] = async (world, inputs) => {
    const writer = await this.#doing(async () => beginSnapshot(this.#context, world, inputs));
    return {
      write: async (pages) => this.#doing(async () => writer.write(pages)),
      finish: async (snapshot) => this.#doing(async () => writer.finish(snapshot)),
    };
  };

  readonly snapshots: EventStore['snapshots'] = async (world) => {
    const found = await this.#doing(async () => storedSnapshots(this.#context, world));
    return found.map((snapshot) => ({
      ...snapshot,
      pages: async (offset, limit) => this.#doing(async () => snapshot.pages(offset, limit)),
    }));
  };

  readonly defects: EventStore['defects'] = async () =>
    this.#reading(async (run) => defectsIn(run, this.#context.place));

  readonly close: EventStore['close'] = async () => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled([...this.#running, this.#sweep.stop()]);
    await this.leases.leave().catch(() => undefined); // as after a start that failed; it ends by itself otherwise
    await Promise.all([this.#context.connections.close(), this.#renewing.close()]);
  };

  async #reading<T>(work: (run: RunSql) => Promise<T>, operation?: string): Promise<T> {
    return this.#doing(async () => repeatedly(this.#context, work, operation));
  }

  async #doing<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) {
      throw new StoreError('unavailable', 'The store is closed.');
    }
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #trimAfter(entries: readonly JournalEntry[]): Promise<void> {
    if (!entries.some(({ attachment }) => attachment !== undefined)) return;
    await trimAttachments(this.#context, this.#attachmentBytesMax);
  }
}
