// Loads worlds that no request has used yet, in the background: finds damage, and starts worlds with dues or other work.
// Worlds that share a past are read together, shared entries once.

import {
  StoreError,
  type EventStore,
  type StoredJournal,
  type WorldRecord,
} from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import {
  verifyEntries,
  entriesAfter,
  foldStoredEntry,
  loadWorld,
  emptyBaselineAt,
  type LoadedWorld,
  type WorldSource,
} from './history/journal.ts';
import { snapshotEventsMin } from './history/snapshotter.ts';
import { forkWorld, initialWorld, type WorldState } from './world-state.ts';

/** Waits for an idle host after so much work, and at most so long. */
const workMsMax = 8;
const idleWaitMsMax = 25;

export interface BackgroundLoading {
  readonly store: EventStore;
  readonly host: Host;
  readonly sourceOf: (record: WorldRecord) => WorldSource;
  /** The record of an unloaded world; undefined if it is loaded or removed. */
  readonly unloadedRecord: (name: string) => WorldRecord | undefined;
  /** Called with each world that is still unloaded. */
  readonly onLoaded: (record: WorldRecord, loaded: LoadedWorld) => void;
  /** Called for each world that is still unloaded and cannot be read. */
  readonly onDamaged: (error: StoreError) => void;
  readonly isActive: () => boolean;
  /** Counts removals and resets: they may replace journals that are being read. */
  readonly changes: () => number;
}

/** A journal and its forks, ordered by where they branch off. */
interface Branch {
  readonly journal: StoredJournal;
  readonly parent: Branch | undefined;
  readonly forks: Branch[];
  /** Whether it, or one of its forks, is to be read. */
  isNeeded: boolean;
}

/** Ends the background loading when the engine closes. */
class EndedError extends Error {
  override readonly name = 'EndedError';
}

/** Loads every unloaded world. Never rejects because one is damaged. */
export async function loadInBackground(loading: BackgroundLoading): Promise<void> {
  const wait = createWait(loading);
  try {
    await wait();
    for (const family of familiesOf(await loading.store.journals(), loading.unloadedRecord)) {
      const isAlone = !family.forks.some(({ isNeeded }) => isNeeded);
      if (isAlone) await loadAlone(loading, namesIn(family), wait);
      else await loadFamily(loading, family, wait);
    }
  } catch (error) {
    if (!(error instanceof EndedError) && !(error instanceof StoreError)) throw error;
  }
}

/** Throws EndedError once the engine closes. */
function createWait({ host, isActive }: BackgroundLoading): () => Promise<void> {
  let workStartMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!isActive()) throw new EndedError();
    if (host.monotonicMs() - workStartMs < workMsMax) return;
    await (host.whenIdle?.(idleWaitMsMax) ?? new Promise<void>((resolve) => host.defer(resolve)));
    workStartMs = host.monotonicMs();
    if (!isActive()) throw new EndedError();
  };
}

/** Loads each of these worlds by itself, from its newest snapshot. */
async function loadAlone(
  loading: BackgroundLoading,
  names: readonly string[],
  wait: () => Promise<void>,
): Promise<void> {
  for (const name of names) {
    await wait();
    const record = loading.unloadedRecord(name);
    if (record === undefined) continue;
    const isUnloaded = () => loading.isActive() && loading.unloadedRecord(name) === record;
    const source = { ...loading.sourceOf(record), yieldToLoop: wait };
    try {
      const loaded = await loadWorld(source);
      await verifyEntries(source, loaded.unverifiedInputs, isUnloaded);
      if (isUnloaded()) loading.onLoaded(record, { ...loaded, unverifiedInputs: 0 });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isUnloaded() && error.code === 'damaged') loading.onDamaged(error);
    }
  }
}

/** Loads all worlds of a family from their first entry; each by itself if that fails. */
async function loadFamily(
  loading: BackgroundLoading,
  family: Branch,
  wait: () => Promise<void>,
): Promise<void> {
  const names = namesIn(family);
  const [sample] = names.flatMap((name) => loading.unloadedRecord(name) ?? []);
  if (sample === undefined) return;
  const changes = loading.changes();
  const yieldToLoop = async () => {
    await wait();
    if (loading.changes() !== changes) throw new StoreError('unavailable', 'The family changed.');
  };
  const source = { ...loading.sourceOf(sample), yieldToLoop };
  try {
    await readBranch(loading, family, source, initialWorld(sample, source.rules)); // forks share their parent's initial state
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    await loadAlone(loading, names, wait); // reports damage, skips removed worlds
  }
}

/** Reads a branch from the state before its first own entry, and each fork from where it branches off. */
async function readBranch(
  loading: BackgroundLoading,
  branch: Branch,
  family: WorldSource,
  state: WorldState,
): Promise<void> {
  await family.yieldToLoop();
  const { journal, forks } = branch;
  const needed = forks.filter(({ isNeeded }) => isNeeded);
  const own = journal.world === undefined ? undefined : loading.unloadedRecord(journal.world);
  const end = own === undefined ? baseOf(needed.at(-1)) : Number.POSITIVE_INFINITY;
  const basePosition = state.position;
  let next = 0;
  const readForks = async () => {
    for (let fork = needed[next]; fork !== undefined; fork = needed[next]) {
      if (baseOf(fork) !== state.inputs) return;
      next += 1;
      await readBranch(loading, fork, family, forkWorld(state));
    }
  };
  await readForks();
  if (state.inputs < end) {
    const source = { ...family, record: { ...family.record, name: readerOf(branch) } };
    for await (const entry of entriesAfter(source, state)) {
      await foldStoredEntry(source, state, entry);
      await readForks();
      if (state.inputs >= end) break;
    }
  }
  const isUnloaded = () => own !== undefined && loading.unloadedRecord(own.name) === own;
  if (own === undefined || !isUnloaded()) return;
  const isLong = state.position - basePosition >= snapshotEventsMin;
  const [newest] = isLong ? await loading.store.snapshots(own.name) : [];
  if (!isUnloaded()) return; // opened or removed meanwhile
  const savedAt = newest?.isOwn === true ? newest.position : basePosition;
  loading.onLoaded(own, { world: state, baseline: emptyBaselineAt(savedAt), unverifiedInputs: 0 });
}

/** The name of a world whose journal contains all entries of the branch that its forks share. */
function readerOf(branch: Branch): string {
  let at: Branch | undefined = branch;
  while (at !== undefined && at.journal.world === undefined) at = at.forks.at(-1);
  return at?.journal.world ?? '';
}

function baseOf(fork: Branch | undefined): number {
  return fork?.journal.base?.inputs ?? 0;
}

/** The journals without a parent, each with all its forks, if a world among them is unloaded. */
function familiesOf(
  journals: readonly StoredJournal[],
  unloadedRecord: BackgroundLoading['unloadedRecord'],
): readonly Branch[] {
  const branches = new Map<number, Branch>();
  const byId = new Map(journals.map((journal) => [journal.id, journal]));
  /** With its ancestors, oldest first; a chain may be too deep for recursion. */
  function branchOf(journal: StoredJournal): Branch {
    const line: StoredJournal[] = [];
    for (
      let at: StoredJournal | undefined = journal;
      at !== undefined && !branches.has(at.id);
      at = at.base === undefined ? undefined : byId.get(at.base.id)
    ) {
      line.push(at);
    }
    for (const each of line.reverse()) {
      const parent = each.base === undefined ? undefined : branches.get(each.base.id);
      const branch: Branch = { journal: each, parent, forks: [], isNeeded: false };
      parent?.forks.push(branch);
      branches.set(each.id, branch);
    }
    return branches.get(journal.id) ?? { journal, parent: undefined, forks: [], isNeeded: false };
  }
  for (const journal of journals) {
    const isUnloaded = journal.world !== undefined && unloadedRecord(journal.world) !== undefined;
    let at: Branch | undefined = branchOf(journal);
    for (; isUnloaded && at !== undefined && !at.isNeeded; at = at.parent) at.isNeeded = true;
  }
  for (const { forks } of branches.values()) {
    forks.sort((one, other) => baseOf(one) - baseOf(other));
  }
  return [...branches.values()].filter(({ parent, isNeeded }) => parent === undefined && isNeeded);
}

/** The worlds of a family. */
function namesIn(family: Branch): readonly string[] {
  const names: string[] = [];
  const open = [family];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    if (branch.journal.world !== undefined) names.push(branch.journal.world);
    for (const fork of branch.forks) open.push(fork);
  }
  return names;
}
