// Background loading of worlds that no request has used yet. Each is read once, so that damage is found and worlds with dues
// or other work run. Worlds that share a past are read together, and shared entries once.

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

/** How long worlds are read at one go, and how long a calm moment is waited for behind that. */
const workMsMax = 8;
const restMsMax = 25;

export interface BackgroundLoading {
  readonly store: EventStore;
  readonly host: Host;
  readonly sourceOf: (record: WorldRecord) => WorldSource;
  /** The record of a world that is not loaded; undefined if it is, or is gone. */
  readonly unloadedRecord: (name: string) => WorldRecord | undefined;
  /** Given each world that is still asleep, as it is stored. */
  readonly onLoaded: (record: WorldRecord, loaded: LoadedWorld) => void;
  /** Receives the error of a world that is still asleep and cannot be read. */
  readonly onDamaged: (error: StoreError) => void;
  readonly isActive: () => boolean;
  /** How often worlds were removed or begun anew: journals that are being read may be others then. */
  readonly changes: () => number;
}

/** A journal with those that go on from it, in the order in which they leave it. */
interface Branch {
  readonly journal: StoredJournal;
  readonly parent: Branch | undefined;
  readonly forks: Branch[];
  /** Whether it, or one that goes on from it, is to be read. */
  isNeeded: boolean;
}

/** Ends the background loading when the engine closes. */
class EndedError extends Error {
  override readonly name = 'EndedError';
}

/** Reads every world that is asleep. Never rejects for what is wrong with one of them. */
export async function loadInBackground(waking: BackgroundLoading): Promise<void> {
  const rest = restBetween(waking);
  try {
    await rest();
    for (const family of familiesOf(await waking.store.journals(), waking.unloadedRecord)) {
      const isAlone = !family.forks.some(({ isNeeded }) => isNeeded);
      if (isAlone) await wakeAlone(waking, namesIn(family), rest);
      else await wakeFamily(waking, family, rest);
    }
  } catch (error) {
    if (!(error instanceof EndedError) && !(error instanceof StoreError)) throw error;
  }
}

/** Waits for a calm moment after so much work. Throws EndedError once there is no more to do. */
function restBetween({ host, isActive }: BackgroundLoading): () => Promise<void> {
  let workedFromMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!isActive()) throw new EndedError();
    if (host.monotonicMs() - workedFromMs < workMsMax) return;
    await (host.whenIdle?.(restMsMax) ?? new Promise<void>((resolve) => host.defer(resolve)));
    workedFromMs = host.monotonicMs();
    if (!isActive()) throw new EndedError();
  };
}

/** Reads each of these worlds by itself, from its newest snapshot. */
async function wakeAlone(
  waking: BackgroundLoading,
  names: readonly string[],
  rest: () => Promise<void>,
): Promise<void> {
  for (const name of names) {
    await rest();
    const record = waking.unloadedRecord(name);
    if (record === undefined) continue;
    const isAsleep = () => waking.isActive() && waking.unloadedRecord(name) === record;
    const source = { ...waking.sourceOf(record), yieldToLoop: rest };
    try {
      const loaded = await loadWorld(source);
      await verifyEntries(source, loaded.unverifiedInputs, isAsleep);
      if (isAsleep()) waking.onLoaded(record, { ...loaded, unverifiedInputs: 0 });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isAsleep() && error.code === 'damaged') waking.onDamaged(error);
    }
  }
}

/** Reads all worlds of a family from the beginning; each alone where that fails. */
async function wakeFamily(
  waking: BackgroundLoading,
  family: Branch,
  rest: () => Promise<void>,
): Promise<void> {
  const names = namesIn(family);
  const [sample] = names.flatMap((name) => waking.unloadedRecord(name) ?? []);
  if (sample === undefined) return;
  const changes = waking.changes();
  const yieldToLoop = async () => {
    await rest();
    if (waking.changes() !== changes) throw new StoreError('unavailable', 'The family changed.');
  };
  const source = { ...waking.sourceOf(sample), yieldToLoop };
  try {
    await readBranch(waking, family, source, initialWorld(sample, source.rules)); // forks begin as their parents did
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    await wakeAlone(waking, names, rest); // which tells what is damaged, and leaves out what is gone
  }
}

/** Reads a branch on from the state in front of its first own entry, and each fork from where it leaves it. */
async function readBranch(
  waking: BackgroundLoading,
  branch: Branch,
  family: WorldSource,
  state: WorldState,
): Promise<void> {
  await family.yieldToLoop();
  const { journal, forks } = branch;
  const needed = forks.filter(({ isNeeded }) => isNeeded);
  const own = journal.world === undefined ? undefined : waking.unloadedRecord(journal.world);
  const end = own === undefined ? baseOf(needed.at(-1)) : Number.POSITIVE_INFINITY;
  const basePosition = state.position;
  let next = 0;
  const leave = async () => {
    for (let fork = needed[next]; fork !== undefined; fork = needed[next]) {
      if (baseOf(fork) !== state.inputs) return;
      next += 1;
      await readBranch(waking, fork, family, forkWorld(state));
    }
  };
  await leave();
  if (state.inputs < end) {
    const source = { ...family, record: { ...family.record, name: readerOf(branch) } };
    for await (const entry of entriesAfter(source, state)) {
      await foldStoredEntry(source, state, entry);
      await leave();
      if (state.inputs >= end) break;
    }
  }
  const isAsleep = () => own !== undefined && waking.unloadedRecord(own.name) === own;
  if (own === undefined || !isAsleep()) return;
  const isLong = state.position - basePosition >= snapshotEventsMin;
  const [newest] = isLong ? await waking.store.snapshots(own.name) : [];
  if (!isAsleep()) return; // it was opened, or removed, in between
  const savedAt = newest?.isOwn === true ? newest.position : basePosition;
  waking.onLoaded(own, { world: state, baseline: emptyBaselineAt(savedAt), unverifiedInputs: 0 });
}

/** A world through which all entries of a branch can be read that its forks share. */
function readerOf(branch: Branch): string {
  let at: Branch | undefined = branch;
  while (at !== undefined && at.journal.world === undefined) at = at.forks.at(-1);
  return at?.journal.world ?? '';
}

function baseOf(fork: Branch | undefined): number {
  return fork?.journal.base?.inputs ?? 0;
}

/** The journals that go on from no other, each with all that go on from it, where there is a world among them to be read. */
function familiesOf(
  journals: readonly StoredJournal[],
  asleep: BackgroundLoading['unloadedRecord'],
): readonly Branch[] {
  const branches = new Map<number, Branch>();
  const byId = new Map(journals.map((journal) => [journal.id, journal]));
  /** With those that it goes on from, from the oldest on: a chain is too deep for a recursion. */
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
    const isWanted = journal.world !== undefined && asleep(journal.world) !== undefined;
    let at: Branch | undefined = branchOf(journal);
    for (; isWanted && at !== undefined && !at.isNeeded; at = at.parent) at.isNeeded = true;
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
