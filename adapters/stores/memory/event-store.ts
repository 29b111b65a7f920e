// An event store in memory, with the same contract as the one on SQLite.

import { z } from 'zod';
import {
  justRemoved,
  nameTaken,
  StoreError,
  type Append,
  type Base,
  type Envelope,
  type Event,
  type EventQuery,
  type EventStore,
  type JournalEntry,
  type JournalPart,
  type RefusedAppend,
  type RunningRecordings,
  type Snapshot,
  type SnapshotPage,
  type StoredSnapshot,
  type Tenants,
  type WakeDelay,
  type WorldPage,
  type WorldRecord,
  type WorldUses,
  noSuchWorld,
} from '../../../core/index.ts';
import { checkedOptions } from '../../checked-options.ts';
import { createAttachments, type Attachments } from './attachments.ts';
import { createMemoryRecordings } from './running-recordings.ts';
import { createMemoryCounts } from './store-counts.ts';
import { createMemoryTenants } from './tenants.ts';
import { createMemoryUses } from './world-uses.ts';
import { monotonicMs as hostMs } from '../../host-timers.ts';

interface MemoryWorld {
  readonly id: number;
  readonly record: WorldRecord;
  /** The parent of a fork, even if it was removed. */
  readonly parent?: MemoryWorld;
  /** Its own entries begin after this input and position. */
  readonly base: Pick<Base, 'inputs' | 'position'>;
  readonly entries: JournalEntry[];
  /** The events of its own entries. */
  readonly events: Envelope<Event>[];
  readonly snapshots: FinishedSnapshot[];
  wakeAfterMs: WakeDelay;
  sleep: string | undefined;
}

/** A snapshot with all its pages, most of them shared with the one before. */
interface FinishedSnapshot extends Snapshot {
  readonly pages: ReadonlyMap<string, SnapshotPage>;
}

const snapshotsPerWorld = 2;

export interface MemoryOptions {
  /** The most bytes of attachments; the oldest are dropped. Default: 64 MiB. */
  readonly attachmentBytesMax?: number;
}

const attachmentBytesMaxDefault = 64 * 1024 * 1024;

const optionsSchema = z.strictObject({ attachmentBytesMax: z.int().min(0).exactOptional() });

/** Throws OptionsError if an option is wrong. */
export function createMemoryStore(options: MemoryOptions = {}, monotonicMs = hostMs): EventStore {
  checkedOptions(optionsSchema, options, 'createMemoryStore');
  return new MemoryStore(options.attachmentBytesMax ?? attachmentBytesMaxDefault, monotonicMs);
}

/** Its members are bound: programs pass them on, and replace some of them. */
class MemoryStore implements EventStore {
  readonly #worlds = new Map<string, MemoryWorld>();
  readonly #attachments: Attachments<MemoryWorld>;
  readonly tenants: Tenants = createMemoryTenants(() => this.#worlds.keys());
  readonly uses: WorldUses;
  readonly recordings: RunningRecordings = createMemoryRecordings(this.#worlds);
  readonly counts = createMemoryCounts();
  #lastId = 0;

  constructor(attachmentBytesMax: number, monotonicMs: () => number) {
    this.uses = createMemoryUses(this.#worlds, monotonicMs);
    this.#attachments = createAttachments<MemoryWorld>(attachmentBytesMax);
  }

  readonly worlds: EventStore['worlds'] = async (page) =>
    this.#page(page).map(({ record }) => ({ name: record.name, record }));

  readonly find: EventStore['find'] = async (name) => this.#worlds.get(name)?.record;

  readonly claim: EventStore['claim'] = async (name) => {
    const world = this.#worlds.get(name);
    if (world === undefined) return undefined;
    const { record, sleep } = world;
    return sleep === undefined ? { record } : { record, sleep };
  };

  readonly wakes: EventStore['wakes'] = async (page) =>
    this.#page(page, ({ wakeAfterMs }) => wakeAfterMs !== null).map(({ record, wakeAfterMs }) => ({
      world: record.name,
      afterMs: wakeAfterMs ?? 0,
    }));

  readonly sleep: EventStore['sleep'] = async (name, { inputs, wakeAfterMs, state }) => {
    const world = this.#worldNamed(name);
    if (lastInput(world) !== inputs) throw isElsewhere(world, inputs);
    world.wakeAfterMs = wakeAfterMs;
    world.sleep = state;
  };

  readonly lineage: EventStore['lineage'] = async (name) =>
    partsOf(this.#worldNamed(name), (world) => this.#worlds.get(world.record.name) === world);

  readonly create: EventStore['create'] = async (
    record,
    base,
    entries = [],
    wakeAfterMs = null,
    begun = Number.POSITIVE_INFINITY,
  ) => {
    if (this.#worlds.has(record.name)) throw nameTaken(record.name);
    if (this.counts.begunBefore(record.name) > begun) throw justRemoved(record.name);
    const parent = base && this.#worldNamed(base.world);
    if (base !== undefined && parent !== undefined && base.inputs > lastInput(parent)) {
      const message = `World '${base.world}' has no input ${base.inputs} to fork after.`;
      throw new StoreError('conflict', message);
    }
    this.#add(this.#newWorld(record, base, parent), entries, wakeAfterMs);
  };

  readonly reset: EventStore['reset'] = async (record, entries = [], wakeAfterMs = null) => {
    this.#worldNamed(record.name);
    this.#add(this.#newWorld(record), entries, wakeAfterMs);
    this.#retainAttachments();
  };

  readonly remove: EventStore['remove'] = async (name) => {
    const { record } = this.#worldNamed(name);
    this.#worlds.delete(name);
    this.counts.removed({ name, begun: (record.resets ?? 0) + 1 });
    this.#retainAttachments();
  };

  readonly append: EventStore['append'] = async (batch) =>
    batch.flatMap((append) => this.#append(append) ?? []);

  readonly read: EventStore['read'] = async (world, fromInput, limit) =>
    readEntries(this.#worldNamed(world), fromInput, limit);

  readonly attachment: EventStore['attachment'] = async (world, input) => {
    const [entry] = readEntries(this.#worldNamed(world), input, 1);
    return entry && this.#attachments.read(entry, world);
  };

  readonly events: EventStore['events'] = async (world, query) =>
    readEvents(this.#worldNamed(world), query, Number.MAX_SAFE_INTEGER);

  readonly snapshot: EventStore['snapshot'] = async (name) => {
    const world = this.#worldNamed(name);
    const pages = new Map(world.snapshots[0]?.pages);
    return {
      async write(changed) {
        for (const page of changed) pages.set(pageKey(page), page);
      },
      async finish(snapshot) {
        world.snapshots.unshift({ ...snapshot, pages });
        world.snapshots.splice(snapshotsPerWorld);
      },
    };
  };

  readonly snapshots: EventStore['snapshots'] = async (name) =>
    snapshotsOf(this.#worldNamed(name), Number.MAX_SAFE_INTEGER);

  readonly defects: EventStore['defects'] = async () => [];

  readonly close: EventStore['close'] = async () => undefined;

  #worldNamed(name: string): MemoryWorld {
    const world = this.#worlds.get(name);
    if (world === undefined) throw noSuchWorld(name);
    return world;
  }

  /** Appends all entries, or returns why none of them. */
  #append({
    world: name,
    expectedInput,
    entries,
    wakeAfterMs = null,
  }: Append): RefusedAppend | undefined {
    const world = this.#worlds.get(name);
    if (world === undefined) return { world: name, error: noSuchWorld(name) };
    if (lastInput(world) !== expectedInput) {
      return { world: name, error: isElsewhere(world, expectedInput) };
    }
    this.#appendTo(world, entries);
    world.wakeAfterMs = wakeAfterMs;
    return undefined;
  }

  #add(world: MemoryWorld, entries: readonly JournalEntry[], wakeAfterMs: WakeDelay): void {
    this.#appendTo(world, entries);
    world.wakeAfterMs = wakeAfterMs;
    this.#worlds.set(world.record.name, world);
  }

  #newWorld(record: WorldRecord, base?: Base, parent?: MemoryWorld): MemoryWorld {
    const { inputs, position } = base ?? { inputs: 0, position: 0 };
    this.#lastId += 1;
    const world: MemoryWorld = {
      id: this.#lastId,
      record,
      base: { inputs, position },
      entries: [],
      events: [],
      snapshots: [],
      wakeAfterMs: null,
      sleep: undefined,
    };
    return parent === undefined ? world : { ...world, parent };
  }

  #page(
    { after = '', limit }: WorldPage,
    isWanted: (world: MemoryWorld) => boolean = () => true,
  ): readonly MemoryWorld[] {
    return [...this.#worlds.values()]
      .filter((world) => world.record.name > after && isWanted(world))
      .sort((one, other) => (one.record.name < other.record.name ? -1 : 1))
      .slice(0, limit);
  }

  #appendTo(world: MemoryWorld, entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      world.entries.push(this.#attachments.detach(entry, world));
      for (const event of entry.events) world.events.push(event);
    }
  }

  /** Deletes those that neither a world nor a fork has any more. */
  #retainAttachments(): void {
    const needed = neededInputs(this.#worlds);
    this.#attachments.retain((world) => needed.get(world) ?? 0);
  }
}

/** The parts of a world's journal, its own first. An ancestor whose own entries it does not share has none. */
function partsOf(
  leaf: MemoryWorld,
  isNamed: (world: MemoryWorld) => boolean,
): readonly JournalPart[] {
  const parts: JournalPart[] = [];
  let last = lastInput(leaf);
  for (let own: MemoryWorld | undefined = leaf; own !== undefined; own = own.parent) {
    const { id, record, base } = own;
    const isShared = own === leaf || last > base.inputs;
    const named = isNamed(own) ? { world: record.name } : {};
    if (isShared) parts.push({ id, ...named, first: base.inputs + 1, last });
    last = Math.min(last, base.inputs);
  }
  return parts;
}

/** The last input that a world or a fork has of each journal. */
function neededInputs(worlds: ReadonlyMap<string, MemoryWorld>): Map<MemoryWorld, number> {
  const needed = new Map<MemoryWorld, number>();
  for (const leaf of worlds.values()) {
    let last = lastInput(leaf);
    for (let own: MemoryWorld | undefined = leaf; own !== undefined; own = own.parent) {
      needed.set(own, Math.max(last, needed.get(own) ?? 0));
      last = Math.min(last, own.base.inputs);
    }
  }
  return needed;
}

function isElsewhere(world: MemoryWorld, expected: number): StoreError {
  const message = `World '${world.record.name}' is at input ${lastInput(world)}, not at ${expected}.`;
  return new StoreError('conflict', message);
}

function lastInput({ base, entries }: MemoryWorld): number {
  return base.inputs + entries.length;
}

function readEntries(
  { parent, base, entries }: MemoryWorld,
  from: number,
  limit: number,
): JournalEntry[] {
  const shared =
    parent === undefined || from > base.inputs
      ? []
      : readEntries(parent, from, Math.min(limit, base.inputs - from + 1));
  const start = Math.max(0, from - 1 - base.inputs);
  return [...shared, ...entries.slice(start, start + limit - shared.length)];
}

function readEvents(
  { parent, base, events }: MemoryWorld,
  query: EventQuery,
  positionMax: number,
): readonly Envelope<Event>[] {
  const { from, limit, type, stream } = query;
  const shared =
    parent === undefined || from > base.position
      ? []
      : readEvents(parent, query, Math.min(positionMax, base.position));
  const found = [...shared];
  let index = Math.max(0, from - 1 - base.position);
  for (; index < events.length && found.length < limit; index += 1) {
    const envelope = events[index];
    if (envelope === undefined || envelope.position > positionMax) break;
    const fits = type === undefined || envelope.event.type === type;
    if (fits && (stream === undefined || envelope.stream === stream)) found.push(envelope);
  }
  return found;
}

function snapshotsOf(
  { parent, base, snapshots }: MemoryWorld,
  inputsMax: number,
): StoredSnapshot[] {
  const own = snapshots
    .filter(({ inputs }) => inputs <= inputsMax)
    .map(({ pages, ...snapshot }) => ({
      ...snapshot,
      isOwn: true,
      pages: async (offset: number, limit: number) => sorted(pages).slice(offset, offset + limit),
    }));
  const inherited =
    parent === undefined ? [] : snapshotsOf(parent, Math.min(inputsMax, base.inputs));
  return [...own, ...inherited.map((snapshot) => ({ ...snapshot, isOwn: false }))];
}

function pageKey({ collection, page }: SnapshotPage): string {
  return `${collection}/${page}`;
}

function sorted(pages: FinishedSnapshot['pages']): readonly SnapshotPage[] {
  return [...pages.values()].sort(
    (left, right) =>
      (left.collection < right.collection ? -1 : left.collection > right.collection ? 1 : 0) ||
      left.page - right.page,
  );
}
