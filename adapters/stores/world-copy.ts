// Copies one world into another store: creates it, or continues a copy that was interrupted. A world that differs there is refused
// before anything is written.

import {
  attachmentHashOf,
  canonical,
  digestAfter,
  InvariantError,
  StoreError,
  type Base,
  type EventStore,
  type JournalEntry,
  type StoredSnapshot,
  type WakeDelay,
  type WorldRecord,
} from '../../core/index.ts';
import { nodeHash } from '../node-hash.ts';
import type { StoreReader } from './store-reader.ts';
import type { CheckedWorld } from './world-check.ts';
import { appendTo, digestAt, entryAt, positionAt, wakeDelayOf } from './world-reading.ts';

/** What was done for a world that the target has now. */
export interface WrittenWorld {
  readonly result: 'copied' | 'continued' | 'equal';
  /** Inputs that were written, without those shared with another world. */
  readonly written: number;
}

/** A world of the target that has the first inputs of another one. */
export type SharedPast = Pick<Base, 'world' | 'inputs'>;

/** The target has another world of this name, or refuses to write this one. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  readonly isDamage: boolean;

  constructor(message: string, isDamage: boolean) {
    super(message);
    this.isDamage = isDamage;
  }
}

export interface WorldCopyOptions {
  /** The copy rejects with its reason before the next write once it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** After each write: the last input, and that of the whole world. */
  readonly onPiece?: ((world: string, input: number, of: number) => void) | undefined;
  /** The most entries of a write. Default: 500. */
  readonly entriesPerWrite?: number | undefined;
  /** A write ends with the first entry that reaches so many bytes. Default: 4 MiB. */
  readonly bytesPerWrite?: number | undefined;
}

type Put = (entries: readonly JournalEntry[], wakeAfterMs: WakeDelay) => Promise<void>;

const entriesPerRead = 100;
const entriesPerWriteDefault = 500;
const bytesPerWriteDefault = 4 * 1024 * 1024;
const pagesPerWrite = 16;

export class WorldCopier {
  readonly #from: StoreReader;
  readonly #to: EventStore;
  readonly #options: WorldCopyOptions;

  constructor(from: StoreReader, to: EventStore, options: WorldCopyOptions = {}) {
    this.#from = from;
    this.#to = to;
    this.#options = options;
  }

  /**
   * `past`: what a new world shares. Rejects with TargetError if the target refuses; with StoreError 'conflict' if the source has
   * changed since its check, 'unavailable' if a store fails.
   */
  async copy(source: CheckedWorld, past: SharedPast | undefined): Promise<WrittenWorld> {
    const { record, inputs, digest } = source;
    const { name } = record;
    const existing = await inTarget(async () => this.#to.find(name));
    const start =
      existing === undefined ? (past?.inputs ?? 0) : await this.#lastEqual(source, existing);
    if (existing === undefined) await this.#create(source, past);
    else if (start < inputs) {
      await this.#claim(name);
      await this.#write(source, start);
    }
    const snapshot = await this.#missingSnapshot(source);
    if (snapshot !== undefined) {
      if (existing !== undefined) await this.#claim(name);
      await this.#writeSnapshot(name, snapshot);
    }
    if ((await digestAt(this.#to, name, inputs)) !== digest) {
      throw new InvariantError(`A copy has the digest of the world: '${name}'.`);
    }
    const written = inputs - start;
    if (existing === undefined) return { result: 'copied', written };
    const isChanged = written > 0 || snapshot !== undefined;
    return { result: isChanged ? 'continued' : 'equal', written };
  }

  /** Before an existing world is written: this opening of the target may not own it. */
  async #claim(name: string): Promise<void> {
    await inTarget(async () => this.#to.claim(name));
  }

  /** The last input in the target. Rejects with TargetError unless its journal is the beginning of the source's. */
  async #lastEqual({ record, inputs }: CheckedWorld, existing: WorldRecord): Promise<number> {
    const { name } = record;
    if (canonical(existing) !== canonical(record)) throw differing(name, 'its record differs');
    const [own] = await inTarget(async () => this.#to.lineage(name));
    const last = own?.last ?? 0;
    if (last > inputs) throw differing(name, `it is at input ${last}, and here at ${inputs}`);
    if (last === 0) return 0;
    const there = await inTarget(async () => entryAt(this.#to, name, last));
    const here = await entryAt(this.#from, name, last);
    const isEqual =
      there.digest === here.digest && JSON.stringify(there.input) === JSON.stringify(here.input);
    if (!isEqual) throw differing(name, `its log up to input ${last} differs`);
    return last;
  }

  /** Creates a world with the first write; the others follow. */
  async #create(source: CheckedWorld, past: SharedPast | undefined): Promise<void> {
    const { record } = source;
    const start = past?.inputs ?? 0;
    const base = past && { ...past, position: await positionAt(this.#from, record.name, start) };
    await this.#write(source, start, async (entries, wakeAfterMs) =>
      this.#to.create(record, base, entries, wakeAfterMs),
    );
  }

  /** Writes the entries after an input: the first ones with `putFirst`. */
  async #write(source: CheckedWorld, after: number, putFirst?: Put): Promise<void> {
    const { record, inputs } = source;
    const { signal, onPiece } = this.#options;
    const append: Put = async (entries, wakeAfterMs) =>
      appendTo(this.#to, record.name, entries, wakeAfterMs);
    let put = putFirst ?? append;
    let last = after;
    for await (const entries of this.#writesOf(source, after)) {
      last += entries.length;
      const wakeAfterMs = await this.#wakeAfter(source, last);
      signal?.throwIfAborted();
      await inTarget(async () => put(entries, wakeAfterMs));
      put = append;
      onPiece?.(record.name, last, inputs);
    }
  }

  /** A world that is not complete yet does nothing by itself. */
  async #wakeAfter({ record, inputs }: CheckedWorld, last: number): Promise<WakeDelay> {
    return last === inputs ? wakeDelayOf(this.#from, record.name) : null;
  }

  /** The entries after an input with their attachments, as they are written at once. One empty write if there are none. */
  async *#writesOf(
    { record: { name }, inputs }: CheckedWorld,
    after: number,
  ): AsyncIterable<readonly JournalEntry[]> {
    const entriesMax = this.#options.entriesPerWrite ?? entriesPerWriteDefault;
    const bytesMax = this.#options.bytesPerWrite ?? bytesPerWriteDefault;
    let entries: JournalEntry[] = [];
    let bytes = 0;
    for await (const entry of this.#entriesOf(name, after, inputs)) {
      entries.push(entry);
      bytes += bytesOf(entry);
      if (entries.length < entriesMax && bytes < bytesMax) continue;
      yield entries;
      entries = [];
      bytes = 0;
    }
    if (entries.length > 0 || after === inputs) yield entries;
  }

  /** Rejects with StoreError 'conflict' if an entry does not follow the one before: the world was reset meanwhile. */
  async *#entriesOf(world: string, after: number, last: number): AsyncIterable<JournalEntry> {
    let digest = await digestAt(this.#from, world, after);
    for (let from = after + 1; from <= last;) {
      const limit = Math.min(entriesPerRead, last - from + 1);
      const entries = await this.#from.read(world, from, limit);
      for (const entry of entries) {
        digest = digestAfter(nodeHash, digest, entry.events);
        if (entry.digest !== digest) throw changedMeanwhile(world);
        yield await this.#withAttachment(world, entry);
      }
      if (entries.length === 0) throw changedMeanwhile(world);
      from += entries.length;
    }
  }

  /** A dropped attachment stays dropped: its input has the hash alone. */
  async #withAttachment(world: string, entry: JournalEntry): Promise<JournalEntry> {
    if (attachmentHashOf(entry.input) === undefined) return entry;
    const attachment = await this.#from.attachment(world, entry.input.n);
    return attachment instanceof Uint8Array ? { ...entry, attachment } : entry;
  }

  /** The newest own snapshot that can be used, unless the target has it. */
  async #missingSnapshot({
    record: { name },
    snapshots,
  }: CheckedWorld): Promise<StoredSnapshot | undefined> {
    const [newest] = snapshots;
    if (newest === undefined) return undefined;
    const existing = await inTarget(async () => this.#to.snapshots(name));
    const hasIt = existing.some(({ isOwn, inputs }) => isOwn && inputs >= newest.inputs);
    return hasIt ? undefined : newest;
  }

  async #writeSnapshot(name: string, snapshot: StoredSnapshot): Promise<void> {
    const { inputs, position, head, seal } = snapshot;
    const writer = await inTarget(async () => this.#to.snapshot(name, inputs));
    for (let offset = 0; ; offset += pagesPerWrite) {
      const pages = await snapshot.pages(offset, pagesPerWrite);
      this.#options.signal?.throwIfAborted();
      await inTarget(async () => writer.write(pages));
      if (pages.length < pagesPerWrite) break;
    }
    await inTarget(async () => writer.finish({ inputs, position, head, seal }));
  }
}

/** Turns refusals of the target into TargetErrors. */
async function inTarget<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code === 'unavailable') throw error;
    throw new TargetError(`Refused by the target: ${error.message}`, error.code === 'damaged');
  }
}

function differing(world: string, how: string): TargetError {
  return new TargetError(`The target has another world '${world}': ${how}.`, false);
}

function changedMeanwhile(world: string): StoreError {
  const message = `World '${world}' was changed while it was copied; stop what uses the store, and copy again.`;
  return new StoreError('conflict', message);
}

/** About the bytes that an entry takes in a store. */
function bytesOf({ input, events, attachment }: JournalEntry): number {
  const texts = events.reduce((sum, { text }) => sum + text.length, JSON.stringify(input).length);
  return texts + (attachment?.byteLength ?? 0);
}
