// Loads worlds from a store: the newest valid snapshot and the journal after it, or the whole journal, each entry verified
// against its digest. Up to the end, or to an earlier moment.

import { digestAfter, emptyDigest } from '../../kernel/digest.ts';
import { nextGeneration } from '../../tables/index.ts';
import type { Input, JournalEntry } from '../../kernel/input.ts';
import { InvariantError } from '../../kernel/invariant.ts';
import type { Envelope } from '../../kernel/message.ts';
import { err, type Result } from '../../kernel/result.ts';
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

const entriesPerRead = 250;
/** Events to fold in one turn of the event loop: those of many short entries, too. */
const eventsPerTurn = 50;

/** What folding a journal needs besides its entries. */
export interface FoldContext {
  readonly record: WorldRecord;
  readonly rules: Rules;
  /** Called between the pieces of long work. */
  readonly yieldToLoop: () => Promise<void>;
}

export interface WorldSource extends FoldContext {
  readonly store: EventStore;
}

/** A world, and the part of it that is in a snapshot. */
export interface LoadedWorld {
  readonly world: WorldState;
  readonly baseline: SnapshotBaseline;
  /** The number of inputs that were not read, thanks to a snapshot: their digests are not verified yet. */
  readonly unverifiedInputs: number;
}

/** The pages in the last snapshot, up to a generation; only newer ones go into the next. */
export interface SnapshotBaseline {
  readonly generation: number;
  readonly hashes: PageHashes;
  readonly position: number;
}

/** No page is in a snapshot of the world's own; its next snapshot is counted from this position. */
export function emptyBaselineAt(position: number): SnapshotBaseline {
  return { generation: 0, hashes: new Map(), position };
}

export const emptyBaseline: SnapshotBaseline = emptyBaselineAt(0);

/** A position, or the last one at or before an instant. */
export type Moment = { readonly position: number } | { readonly atMs: number };

/** A world as of a moment, which may lie inside a journal entry. */
export interface HistoricWorld {
  readonly world: WorldState;
  /** The last whole entry. */
  readonly inputs: number;
  readonly position: number;
  /** The part of the next entry up to the moment. */
  readonly partialEntry?: JournalEntry;
}

/** Rejects with StoreError 'damaged', naming the place, if the journal has a gap or an entry does not fit its digest. */
export async function loadWorld(source: WorldSource): Promise<LoadedWorld> {
  const loaded = await nearestSnapshot(source, () => true);
  const { world } = loaded;
  for await (const entry of entriesAfter(source, world))
    await foldStoredEntry(source, world, entry);
  return loaded;
}

/** A world before its first input. */
export function newWorld(record: WorldRecord, rules: Rules): LoadedWorld {
  return { world: initialWorld(record, rules), baseline: emptyBaseline, unverifiedInputs: 0 };
}

/**
 * Verifies the first `count` entries of a journal against their digests; stops once `isCurrent` is false. Rejects with
 * StoreError 'damaged' if one does not fit.
 */
export async function verifyEntries(
  source: WorldSource,
  count: number,
  isCurrent: () => boolean,
): Promise<void> {
  const { hash } = source.rules;
  let digest = emptyDigest;
  for await (const { input, events, digest: stored } of entriesAfter(source, { inputs: 0 })) {
    if (input.n > count || !isCurrent()) return;
    digest = digestAfter(hash, digest, events);
    if (digest === stored) continue;
    throw damagedError(source, `the events of input ${input.n} do not fit its digest`);
  }
}

/**
 * A stored world as of a position, with everything that happened before the next event; or as of an instant. A decision is
 * never split: a position inside one means its end. Inputs after `last` are ignored.
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
  return foldUntil(source, world, entriesAfter(source, world), moment, last);
}

/** As `worldAt`, from an earlier state, which is changed, and the entries after it. */
export async function foldUntil(
  context: FoldContext,
  world: WorldState,
  entries: Iterable<JournalEntry> | AsyncIterable<JournalEntry>,
  moment: Moment,
  last = Number.POSITIVE_INFINITY,
): Promise<HistoricWorld> {
  for await (const entry of entries) {
    if (entry.input.n > last) break;
    if (!isWholeBy(entry, moment)) return await stopInsideEntry(context, world, entry, moment);
    await foldStoredEntry(context, world, entry);
  }
  return { world, inputs: world.inputs, position: world.position };
}

/** Whether a moment does not divide an entry: all of it has happened by then. */
export function isWholeBy({ input, events }: JournalEntry, moment: Moment): boolean {
  return 'position' in moment
    ? (events.at(-1)?.position ?? 0) <= moment.position
    : input.atMs <= moment.atMs;
}

/** Re-executes an entry up to the moment. */
async function stopInsideEntry(
  source: FoldContext,
  world: WorldState,
  entry: JournalEntry,
  moment: Moment,
): Promise<HistoricWorld> {
  const { inputs, position } = world;
  const events: Envelope[] = [];
  const next = { n: inputs + 1, kind: 'time' as const };
  let input: Input;
  if ('atMs' in moment) {
    const { nowMs } = world;
    input = { ...next, atMs: moment.atMs };
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
      // The position is inside the input's own decision, or at its end.
      await fireDueUntilAsync(world, entry.input, events, source.yieldToLoop);
      const { entry: actual } = applyInput(world, entry.input, events);
      checkUnchanged(source, entry, actual.events);
      return { world, inputs: world.inputs, position: world.position };
    }
    if (through === undefined) return { world, inputs, position };
    input = { ...next, atMs: world.nowMs, through };
  }
  checkUnchanged(source, entry, events);
  const { entry: partialEntry } = applyInput(world, input, events);
  return { world, inputs, position, partialEntry };
}

/** Throws StoreError 'damaged' if re-execution gave other events than the journal has. */
function checkUnchanged(
  { record }: FoldContext,
  entry: JournalEntry,
  actual: readonly Envelope[],
): void {
  const differs = actual.findIndex(({ text }, index) => text !== entry.events[index]?.text);
  if (differs === -1) return;
  const position = actual[differs]?.position ?? 0;
  const message = `World '${record.name}': re-execution gives another event at position ${position} than the log has.`;
  throw new StoreError('damaged', message);
}

/** The newest snapshot that is early enough and valid, else the world before its first input. */
async function nearestSnapshot(
  source: WorldSource,
  isEarly: (stored: StoredSnapshot) => boolean,
): Promise<LoadedWorld> {
  const { store, record, rules } = source;
  const initial = initialWorld(record, rules);
  for (const stored of await store.snapshots(record.name)) {
    if (!isEarly(stored)) continue;
    const read = await readSnapshot(stored, initial, source.yieldToLoop);
    if (read === undefined) continue;
    const [entry] = await store.read(record.name, stored.inputs, 1);
    if (entry?.digest !== read.world.digest) continue;
    const generation = nextGeneration();
    const { position, isOwn } = stored;
    // Pages of a parent's snapshot are not in this world's own.
    const baseline = isOwn
      ? { generation, hashes: read.hashes, position }
      : emptyBaselineAt(position);
    return { world: forkWorld(read.world), baseline, unverifiedInputs: stored.inputs };
  }
  return { world: initial, baseline: emptyBaseline, unverifiedInputs: 0 };
}

function isBefore(stored: StoredSnapshot, moment: Moment): boolean {
  if ('position' in moment) return stored.position <= moment.position;
  const takenMs = instantOf(stored);
  return takenMs !== undefined && takenMs <= moment.atMs;
}

/** The entries of a journal after those that a world has. Yields to the event loop as often as folding them needs. */
export async function* entriesAfter(
  { store, record, yieldToLoop }: WorldSource,
  { inputs }: Pick<WorldState, 'inputs'>,
): AsyncIterable<JournalEntry> {
  for (let from = inputs + 1; ; from += entriesPerRead) {
    const entries = await store.read(record.name, from, entriesPerRead);
    let events = 0;
    for (const entry of entries) {
      yield entry;
      events += entry.events.length;
      if (events < eventsPerTurn) continue;
      await yieldToLoop();
      events = 0;
    }
    if (entries.length < entriesPerRead) return;
    await yieldToLoop();
  }
}

/** Folds a stored entry, in pieces if it is long. Rejects with StoreError 'damaged' if it does not fit. */
export async function foldStoredEntry(
  source: FoldContext,
  world: WorldState,
  entry: JournalEntry,
): Promise<void> {
  const pieces = foldSavedEntry(world, entry, damagedLog(source));
  while (pieces.next().done !== true) await source.yieldToLoop();
}

/** As `foldStoredEntry`, yielding between the pieces; also for entries that no store has. `about` begins the message. */
export function* foldSavedEntry(
  world: WorldState,
  entry: JournalEntry,
  about: string,
): Generator<undefined, void, void> {
  let folded: Result<void, string>;
  try {
    folded = yield* foldEntryInPieces(world, entry);
  } catch (error) {
    // The event fits its digest but not the state: the edited part is not covered by the digest.
    if (!(error instanceof InvariantError)) throw error;
    folded = err(`input ${entry.input.n} does not fit the entries before it (${error.message})`);
  }
  if (!folded.ok) throw new StoreError('damaged', `${about}: ${folded.error}.`);
}

function damagedError(source: WorldSource, reason: string): StoreError {
  return new StoreError('damaged', `${damagedLog(source)}: ${reason}.`);
}

function damagedLog({ record }: FoldContext): string {
  return `The log of world '${record.name}' is damaged`;
}
