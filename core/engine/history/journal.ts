// From a store back to a world: its newest fitting snapshot and the journal behind that, or the journal from the beginning,
// each entry held against its digest. Up to the end, or up to a moment in the past.

import { digestBehind, emptyDigest } from '../../kernel/digest.ts';
import { nextGeneration } from '../../tables/index.ts';
import type { Input, JournalEntry } from '../../kernel/input.ts';
import { InvariantError } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import {
  StoreError,
  type EventStore,
  type StoredSnapshot,
  type WorldRecord,
} from '../../ports/event-store.ts';
import { instantOf, readSnapshot, type PageHashes } from './snapshot.ts';
import {
  applyInput,
  duesPerSlice,
  fireNextDue,
  fireDueUntilAsync,
  foldEntryInPieces,
} from '../step.ts';
import { forkWorld, initialWorld, type Rules, type WorldState } from '../world-state.ts';

/** How many entries are read from the store at once. */
const entriesPerRead = 250;

export interface WorldSource {
  readonly store: EventStore;
  readonly record: WorldRecord;
  readonly rules: Rules;
  /** Lets others have their turn, between two pieces of long work. */
  readonly yieldToLoop: () => Promise<void>;
}

/** A world with what of it is in a snapshot already. */
export interface LoadedWorld {
  readonly world: WorldState;
  readonly baseline: SnapshotBaseline;
  /** How many inputs a snapshot has spared reading: nobody has held them against their digests yet. */
  readonly unverifiedInputs: number;
}

/** What the last snapshot has: pages of this generation and older ones, with their hashes. */
export interface SnapshotBaseline {
  readonly generation: number;
  readonly hashes: PageHashes;
  readonly position: number;
}

/** Nothing of a world is in a snapshot of its own, up to a position from which its next one is counted. */
export function emptyBaselineAt(position: number): SnapshotBaseline {
  return { generation: 0, hashes: new Map(), position };
}

export const emptyBaseline: SnapshotBaseline = emptyBaselineAt(0);

/** A moment of a world: a position, or the last one at or before an instant. */
export type Moment = { readonly position: number } | { readonly atMs: number };

/** A world as it was at a moment, and where it leaves the journal. */
export interface HistoricWorld {
  readonly world: WorldState;
  /** The last entry that it shares with the journal. */
  readonly inputs: number;
  readonly position: number;
  /** What it has of the next entry, which it was stopped in the middle of. */
  readonly partialEntry?: JournalEntry;
}

/**
 * The state of a stored world. Rejects with StoreError 'damaged', naming the world and the place, if the journal
 * has a gap or an entry does not fit its digest.
 */
export async function loadWorld(source: WorldSource): Promise<LoadedWorld> {
  const loaded = await nearestSnapshot(source, () => true);
  const { world } = loaded;
  for await (const entry of entriesAfter(source, world))
    await foldStoredEntry(source, world, entry);
  return loaded;
}

/** A world at its beginning. */
export function newWorld(record: WorldRecord, rules: Rules): LoadedWorld {
  return { world: initialWorld(record, rules), baseline: emptyBaseline, unverifiedInputs: 0 };
}

/**
 * Reads the first so many entries of a journal and holds them against their digests, as long as `goesOn`. Rejects with
 * StoreError 'damaged' where they are not what was stored.
 */
export async function verifyEntries(
  source: WorldSource,
  count: number,
  goesOn: () => boolean,
): Promise<void> {
  const { hash } = source.rules;
  let digest = emptyDigest;
  for await (const { input, events, digest: stored } of entriesAfter(source, { inputs: 0 })) {
    if (input.n > count || !goesOn()) return;
    digest = digestBehind(hash, digest, events);
    if (digest === stored) continue;
    throw damagedError(source, `the events of input ${input.n} do not fit its digest`);
  }
}

/**
 * A stored world as it was when it had come to a position, with everything that happened before the next event; or at an
 * instant. A decision is never cut: a position inside one stands for its end. Nothing behind the input `last` is seen.
 */
export async function worldAt(
  source: WorldSource,
  moment: Moment,
  last = Number.POSITIVE_INFINITY,
): Promise<HistoricWorld> {
  const { world } = await nearestSnapshot(
    source,
    (stored) => stored.inputs <= last && isBefore(stored, moment),
  );
  for await (const entry of entriesAfter(source, world)) {
    if (entry.input.n > last) break;
    const isWhole =
      'position' in moment
        ? (entry.events.at(-1)?.position ?? 0) <= moment.position
        : entry.input.atMs <= moment.atMs;
    if (!isWhole) return await stopInsideEntry(source, world, entry, moment);
    await foldStoredEntry(source, world, entry);
  }
  return { world, inputs: world.inputs, position: world.position };
}

/** Goes into the entry as far as the moment allows, by deciding again what came of it. */
async function stopInsideEntry(
  source: WorldSource,
  world: WorldState,
  entry: JournalEntry,
  moment: Moment,
): Promise<HistoricWorld> {
  const { inputs, position } = world;
  const events: Envelope[] = [];
  const stamp = { n: inputs + 1, kind: 'time' as const };
  let input: Input;
  if ('atMs' in moment) {
    const { nowMs } = world;
    input = { ...stamp, atMs: moment.atMs };
    await fireDueUntilAsync(world, input, events, source.yieldToLoop);
    if (events.length === 0 && nowMs === moment.atMs) return { world, inputs, position };
  } else {
    let through: number | undefined;
    for (let fires = 1; world.position < moment.position; fires += 1) {
      if (fires % duesPerSlice === 0) await source.yieldToLoop();
      const fired = fireNextDue(world, entry.input, events);
      if (fired === undefined) break;
      if ('needs' in fired) await world.rules.oracles.whenAnswered(fired.needs);
      else through = fired.sequence;
    }
    if (world.position < moment.position) {
      // The position lies in what the input itself led to, or at its end.
      await fireDueUntilAsync(world, entry.input, events, source.yieldToLoop);
      const { entry: again } = applyInput(world, entry.input, events);
      checkUnchanged(source, entry, again.events);
      return { world, inputs: world.inputs, position: world.position };
    }
    if (through === undefined) return { world, inputs, position };
    input = { ...stamp, atMs: world.nowMs, through };
  }
  checkUnchanged(source, entry, events);
  const { entry: partialEntry } = applyInput(world, input, events);
  return { world, inputs, position, partialEntry };
}

/** What is decided again must be what the journal has. */
function checkUnchanged(
  { record }: WorldSource,
  entry: JournalEntry,
  again: readonly Envelope[],
): void {
  const differs = again.findIndex(({ text }, index) => text !== entry.events[index]?.text);
  if (differs === -1) return;
  const position = again[differs]?.position ?? 0;
  const message = `World '${record.name}' decides event ${position} otherwise now than when it was stored.`;
  throw new StoreError('damaged', message);
}

/** The newest snapshot that is early enough and fits both itself and the journal, else the beginning. */
async function nearestSnapshot(
  source: WorldSource,
  isEarly: (stored: StoredSnapshot) => boolean,
): Promise<LoadedWorld> {
  const { store, record, rules } = source;
  const beginning = initialWorld(record, rules);
  for (const stored of await store.snapshots(record.name)) {
    if (!isEarly(stored)) continue;
    const read = await readSnapshot(stored, beginning, source.yieldToLoop);
    if (read === undefined) continue;
    const [entry] = await store.read(record.name, stored.inputs, 1);
    if (entry?.digest !== read.world.digest) continue;
    const generation = nextGeneration();
    const { position, isOwn } = stored;
    // What was read from a parent's snapshot is not written in this world's.
    const baseline = isOwn
      ? { generation, hashes: read.hashes, position }
      : emptyBaselineAt(position);
    return { world: forkWorld(read.world), baseline, unverifiedInputs: stored.inputs };
  }
  return { world: beginning, baseline: emptyBaseline, unverifiedInputs: 0 };
}

function isBefore(stored: StoredSnapshot, moment: Moment): boolean {
  if ('position' in moment) return stored.position <= moment.position;
  const takenMs = instantOf(stored);
  return takenMs !== undefined && takenMs <= moment.atMs;
}

/** The entries of a journal behind those that a world has. */
export async function* entriesAfter(
  { store, record, yieldToLoop }: WorldSource,
  { inputs }: Pick<WorldState, 'inputs'>,
): AsyncIterable<JournalEntry> {
  for (let from = inputs + 1; ; from += entriesPerRead) {
    const entries = await store.read(record.name, from, entriesPerRead);
    yield* entries;
    if (entries.length < entriesPerRead) return;
    await yieldToLoop();
  }
}

/**
 * Takes an entry into a world, in pieces where it is long. Rejects with StoreError 'damaged' where it does not fit: an event
 * that fits its digest but not the state tells of an edit that the digest does not cover.
 */
export async function foldStoredEntry(
  source: WorldSource,
  world: WorldState,
  entry: JournalEntry,
): Promise<void> {
  try {
    const folding = foldEntryInPieces(world, entry);
    let next = folding.next();
    for (; next.done !== true; next = folding.next()) await source.yieldToLoop();
    if (!next.value.ok) throw damagedError(source, next.value.error);
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    const what = `input ${entry.input.n} does not fit what came before it (${error.message})`;
    throw damagedError(source, what);
  }
}

function damagedError({ record }: WorldSource, what: string): StoreError {
  return new StoreError('damaged', `The log of world '${record.name}' is damaged: ${what}.`);
}
