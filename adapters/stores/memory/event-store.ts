// An event store in memory, with the same contract as the one on SQLite.

import { z } from 'zod';
import {
  nameTaken,
  StoreError,
  type Append,
  type Base,
  type Envelope,
  type Event,
  type EventQuery,
  type EventStore,
  type JournalEntry,
  type Snapshot,
  type SnapshotPage,
  type StoredJournal,
  type StoredSnapshot,
  type WorldRecord,
} from '../../../core/index.ts';
import { checkedOptions } from '../../checked-options.ts';
import { createAttachments, type Attachments } from './attachments.ts';

interface MemoryWorld {
  readonly record: WorldRecord;
  /** The parent of a fork, even if it was removed. */
  readonly parent?: MemoryWorld;
  /** Its own entries begin after this input and position. */
  readonly base: Pick<Base, 'inputs' | 'position'>;
  readonly entries: JournalEntry[];
  /** The events of its own entries. */
  readonly events: Envelope<Event>[];
  readonly snapshots: FinishedSnapshot[];
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
export function createMemoryStore(options: MemoryOptions = {}): EventStore {
  checkedOptions(optionsSchema, options, 'createMemoryStore');
  return new MemoryStore(options.attachmentBytesMax ?? attachmentBytesMaxDefault);
}

/** Its members are bound: programs pass them on, and replace some of them. */
class MemoryStore implements EventStore {
  readonly #worlds = new Map<string, MemoryWorld>();
  readonly #attachments: Attachments<MemoryWorld>;
  #openings = 0;

  constructor(attachmentBytesMax: number) {
    this.#attachments = createAttachments<MemoryWorld>(attachmentBytesMax);
  }

  readonly countOpening: EventStore['countOpening'] = async () => {
    this.#openings += 1;
    return this.#openings;
  };

  readonly worlds: EventStore['worlds'] = async () =>
    [...this.#worlds.values()].map(({ record }) => record);

  readonly journals: EventStore['journals'] = async () => journalsOf(this.#worlds);

  readonly create: EventStore['create'] = async (record, base, entries = []) => {
    if (this.#worlds.has(record.name)) throw nameTaken(record.name);
    const parent = base && this.#worldNamed(base.world);
    if (base !== undefined && parent !== undefined && base.inputs > lastInput(parent)) {
      const message = `World '${base.world}' has no input ${base.inputs} to fork after.`;
      throw new StoreError('conflict', message);
    }
    const world = newWorld(record, base, parent);
    this.#appendTo(world, entries);
    this.#worlds.set(record.name, world);
  };

  readonly reset: EventStore['reset'] = async (record, entries = []) => {
    this.#worldNamed(record.name);
    const world = newWorld(record);
    this.#appendTo(world, entries);
    this.#worlds.delete(record.name); // so that it comes last, as a new world
    this.#worlds.set(record.name, world);
    this.#retainAttachments();
  };

  readonly remove: EventStore['remove'] = async (name) => {
    this.#worldNamed(name);
    this.#worlds.delete(name);
    this.#retainAttachments();
  };

  readonly append: EventStore['append'] = async (batch) => {
    this.#check(batch);
    for (const { world, entries } of batch) this.#appendTo(this.#worldNamed(world), entries);
  };

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

  readonly close: EventStore['close'] = async () => undefined;

  #worldNamed(name: string): MemoryWorld {
    const world = this.#worlds.get(name);
    if (world === undefined)
      throw new StoreError('unknown-world', `There is no world named '${name}'.`);
    return world;
  }

  /** Checks the whole batch first, so that it is appended completely or not at all. */
  #check(batch: readonly Append[]): void {
    const ends = new Map<string, number>();
    for (const { world, expectedInput, entries } of batch) {
      const last = ends.get(world) ?? lastInput(this.#worldNamed(world));
      if (last !== expectedInput) {
        const message = `World '${world}' is at input ${last}, not at ${expectedInput}.`;
        throw new StoreError('conflict', message);
      }
      ends.set(world, last + entries.length);
    }
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

/** Numbers the journals. The base of each is the journal that has the entry before its first own one. */
function journalsOf(worlds: ReadonlyMap<string, MemoryWorld>): readonly StoredJournal[] {
  const ids = new Map<MemoryWorld, number>();
  for (const world of worlds.values()) {
    for (
      let own: MemoryWorld | undefined = world;
      own !== undefined && !ids.has(own);
      own = own.parent
    ) {
      ids.set(own, ids.size + 1);
    }
  }
  return [...ids].map(([world, id]) => {
    const { record, base } = world;
    let { parent } = world;
    while (parent?.parent !== undefined && base.inputs <= parent.base.inputs) ({ parent } = parent);
    const holder = parent === undefined ? undefined : ids.get(parent);
    return {
      id,
      ...(worlds.get(record.name) === world ? { world: record.name } : {}),
      ...(holder === undefined ? {} : { base: { id: holder, inputs: base.inputs } }),
    };
  });
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

function newWorld(record: WorldRecord, base?: Base, parent?: MemoryWorld): MemoryWorld {
  const { inputs, position } = base ?? { inputs: 0, position: 0 };
  const world: MemoryWorld = {
    record,
    base: { inputs, position },
    entries: [],
    events: [],
    snapshots: [],
  };
  return parent === undefined ? world : { ...world, parent };
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
