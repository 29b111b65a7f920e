// Checks worlds of a store without owning them: their records, the seals and digests of their journals, their attachments and
// snapshots. A part of a journal that forks share is read once.

import {
  attachmentHashOf,
  checkSnapshot,
  digestAfter,
  emptyDigest,
  StoreError,
  type JournalEntry,
  type JournalPart,
  type StoredSnapshot,
  type WorldRecord,
} from '../../core/index.ts';
import { nextLoopTurn } from '../host-timers.ts';
import { nodeHash } from '../node-hash.ts';
import { damaged } from './damage.ts';
import type { StoreReader } from './store-reader.ts';
import { digestAt } from './world-reading.ts';

/** A world whose record and journal are as written. */
export interface CheckedWorld {
  readonly record: WorldRecord;
  /** Its own first. */
  readonly parts: readonly JournalPart[];
  /** Its last input, and the digest after it. */
  readonly inputs: number;
  readonly digest: string;
  /** Its own that can be used, newest first. */
  readonly snapshots: readonly StoredSnapshot[];
  /** Snapshots that an earlier version wrote: they are ignored. */
  readonly outdated: number;
  /** Snapshots that are not as written: they are ignored, too. */
  readonly damagedSnapshots: readonly StoreError[];
}

export interface WorldCheckOptions {
  /** The check rejects with its reason once it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** After each piece of a journal: its last input, and the last one of the world. */
  readonly onPiece?: ((world: string, input: number, of: number) => void) | undefined;
}

const entriesPerRead = 250;
/** Checks of a world that is reset while it is read. */
const attemptsMax = 3;
/** Journals that are remembered as verified; the oldest are read again if another world shares them. */
const journalsMax = 100_000;

export class WorldChecker {
  readonly #store: StoreReader;
  readonly #options: WorldCheckOptions;
  /** The last verified input of journals, by their numbers. */
  readonly #verified = new Map<number, number>();
  /** Checked snapshots of removed worlds. */
  readonly #sharedSnapshots = new Set<string>();

  constructor(store: StoreReader, options: WorldCheckOptions = {}) {
    this.#store = store;
    this.#options = options;
  }

  /** Undefined if there is no such world. Rejects with StoreError 'damaged' that names the first place that is not as written. */
  async check(world: string): Promise<CheckedWorld | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      let parts: readonly JournalPart[] = [];
      try {
        const record = await this.#store.find(world);
        if (record === undefined) return undefined;
        parts = await this.#store.lineage(world);
        return await this.#checkParts(record, parts);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (error.code === 'unavailable') throw error;
        if (attempt === attemptsMax || !(await this.#isReset(world, parts))) throw error;
      }
    }
  }

  /** Whether a world was reset or removed after its parts were listed: what was read then is not one journal. */
  async #isReset(world: string, [own]: readonly JournalPart[]): Promise<boolean> {
    if (own === undefined) return false;
    if ((await this.#store.find(world)) === undefined) return true;
    const [now] = await this.#store.lineage(world);
    return now?.id !== own.id;
  }

  async #checkParts(record: WorldRecord, parts: readonly JournalPart[]): Promise<CheckedWorld> {
    const { name } = record;
    const inputs = parts[0]?.last ?? 0;
    for (const part of parts.toReversed()) await this.#checkPart(name, part, inputs);
    const digest = await digestAt(this.#store, name, inputs);
    return { record, parts, inputs, digest, ...(await this.#checkSnapshots(record, parts)) };
  }

  async #checkPart(world: string, part: JournalPart, of: number): Promise<void> {
    const { signal, onPiece } = this.#options;
    const { id, first, last } = part;
    if (last < first) return;
    let from = Math.max(first, (this.#verified.get(id) ?? 0) + 1);
    // Another world has it verified; the way to its end is this world's own.
    if (from > last) return void (await this.#store.read(world, last, 1));
    let digest = await digestAt(this.#store, world, from - 1);
    while (from <= last) {
      signal?.throwIfAborted();
      const entries = await this.#store.read(
        world,
        from,
        Math.min(entriesPerRead, last - from + 1),
      );
      if (entries.length === 0) throw damaged(world, `input ${from} is missing`);
      for (const entry of entries) digest = await this.#checkEntry(world, digest, entry);
      await this.#checkPositions(world, entries);
      from += entries.length;
      this.#remember(id, from - 1);
      onPiece?.(world, from - 1, of);
      await nextLoopTurn();
    }
  }

  /** The first and last event are found by their positions. */
  async #checkPositions(world: string, entries: readonly JournalEntry[]): Promise<void> {
    const events = entries.flatMap((entry) => entry.events);
    for (const event of [events[0], events.at(-1)]) {
      if (event === undefined) return;
      const { position } = event;
      const [found] = await this.#store.events(world, { from: position, limit: 1 });
      if (found?.position !== position) {
        throw damaged(world, `event ${position} is not found by its position`);
      }
    }
  }

  /** Returns the digest after an entry. */
  async #checkEntry(world: string, before: string, entry: JournalEntry): Promise<string> {
    const { input, events, digest } = entry;
    if (digestAfter(nodeHash, before, events) !== digest) {
      throw damaged(world, `the events of input ${input.n} do not fit its digest`);
    }
    if (attachmentHashOf(input) !== undefined) await this.#store.attachment(world, input.n);
    return digest;
  }

  /** Shared snapshots are those of the parent's own check, unless it was removed. */
  async #checkSnapshots(
    record: WorldRecord,
    parts: readonly JournalPart[],
  ): Promise<Pick<CheckedWorld, 'snapshots' | 'outdated' | 'damagedSnapshots'>> {
    const { name } = record;
    const snapshots: StoredSnapshot[] = [];
    const damagedSnapshots: StoreError[] = [];
    let outdated = 0;
    for (const stored of await this.#store.snapshots(name)) {
      this.#options.signal?.throwIfAborted();
      if (!stored.isOwn && !this.#isFirstOfRemoved(parts, stored.inputs)) continue;
      const digest = await this.#digestAt(name, stored.inputs);
      const verdict = await checkSnapshot(stored, record, digest, nodeHash, nextLoopTurn);
      if (verdict === 'outdated') outdated += 1;
      if (verdict === 'valid' && stored.isOwn) snapshots.push(stored);
      if (verdict === 'invalid') {
        const message = `The snapshot of world '${name}' after input ${stored.inputs} is damaged. A start ignores it: the log is whole.`;
        damagedSnapshots.push(new StoreError('damaged', message));
      }
    }
    return { snapshots, outdated, damagedSnapshots };
  }

  /** Undefined beyond the end of the journal. */
  async #digestAt(world: string, input: number): Promise<string | undefined> {
    if (input === 0) return emptyDigest;
    const [entry] = await this.#store.read(world, input, 1);
    return entry?.digest;
  }

  /** Whether a shared snapshot is that of a removed world, and was not checked with another fork. */
  #isFirstOfRemoved([, ...shared]: readonly JournalPart[], inputs: number): boolean {
    const owner = shared.find(({ first, last }) => first <= inputs && inputs <= last);
    if (owner === undefined || owner.world !== undefined) return false;
    const key = `${owner.id} ${inputs}`;
    if (this.#sharedSnapshots.has(key)) return false;
    if (this.#sharedSnapshots.size >= journalsMax) this.#sharedSnapshots.clear();
    this.#sharedSnapshots.add(key);
    return true;
  }

  #remember(journal: number, input: number): void {
    this.#verified.delete(journal);
    this.#verified.set(journal, input);
    if (this.#verified.size <= journalsMax) return;
    for (const oldest of this.#verified.keys()) {
      this.#verified.delete(oldest);
      return;
    }
  }
}
