// A world as an RxJS operator: inputs in, journal entries out. It is `step`, lifted: nothing is stored, and no host is needed.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  concatMap,
  defer,
  from,
  ignoreElements,
  merge,
  of,
  type ObservableInput,
  type OperatorFunction,
} from 'rxjs';
import type { Hash } from '../kernel/digest.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';
import { StoreError, type StoredSnapshot } from '../ports/event-store.ts';
import type { Oracles } from '../ports/oracle.ts';
import { foldSavedEntry } from './history/journal.ts';
import { readSnapshot } from './history/snapshot.ts';
import { createOracleCache } from './oracle-cache.ts';
import { domains as allDomains, type Domains } from './registry.ts';
import { applyInput, duesPerSlice, fireDueUntil, fireDueUntilAsync } from './step.ts';
import {
  forkWorld,
  initialWorld,
  type InitialSettings,
  type Reaction,
  type WorldState,
} from './world-state.ts';

/** What a world depends on besides its record. A saved state has its own. */
export interface WorldRules {
  /** Default: the services of Reprise. */
  readonly domains?: Domains;
  /** SHA-256. Default: a pure one; a host may have a faster. */
  readonly hash?: Hash;
  /** Default: none. A due that needs an answer keeps later inputs waiting for it. */
  readonly oracles?: Oracles;
  /** Between domains. Default: none. */
  readonly reactions?: readonly Reaction[];
}

/** A world so far: a state, such as that of a fork, a snapshot of the store, or all entries, which are folded. */
export type SavedWorld = WorldState | StoredSnapshot | Iterable<JournalEntry>;

/**
 * Applies the inputs to a new world, or to one that continues `saved`. Each subscription has a world of its own. Fails with
 * StoreError 'damaged' if what is saved does not fit, with InvariantError if an input does not.
 */
export function world(
  record: InitialSettings,
  saved: SavedWorld = [],
  rules: WorldRules = {},
): OperatorFunction<Input, JournalEntry> {
  return (input$) =>
    defer(() => {
      if (isState(saved)) return input$.pipe(stepping(forkWorld(saved)));
      const state = newState(record, rules);
      if (isSnapshot(saved)) return input$.pipe(steppingRestored(restore(saved, state)));
      foldAll(saved, state);
      return input$.pipe(stepping(state));
    });
}

/** Steps this very state. With `yieldToLoop`, a long step yields between its slices. */
export function stepping(
  state: WorldState,
  yieldToLoop?: () => Promise<void>,
): OperatorFunction<Input, JournalEntry> {
  return concatMap((input) => entryOf(state, input, yieldToLoop));
}

/** Inputs wait until the state is there. */
function steppingRestored(restored: Promise<WorldState>): OperatorFunction<Input, JournalEntry> {
  const state$ = from(restored);
  const step = (input: Input) => state$.pipe(concatMap((state) => entryOf(state, input)));
  return (input$) => merge(state$.pipe(ignoreElements()), input$.pipe(concatMap(step)));
}

/** At once, unless a due waits for its answer or the step is long. */
function entryOf(
  state: WorldState,
  input: Input,
  yieldToLoop?: () => Promise<void>,
): ObservableInput<JournalEntry> {
  const events: Envelope[] = [];
  const duesMax = yieldToLoop === undefined ? undefined : duesPerSlice;
  const blocked = fireDueUntil(state, input, events, { duesMax });
  return blocked === undefined
    ? of(applyInput(state, input, events).entry)
    : entryLater(state, input, events, yieldToLoop);
}

async function entryLater(
  state: WorldState,
  input: Input,
  events: Envelope[],
  yieldToLoop = noPause,
): Promise<JournalEntry> {
  await yieldToLoop();
  await fireDueUntilAsync(state, input, events, yieldToLoop);
  return applyInput(state, input, events).entry;
}

function isState(saved: SavedWorld): saved is WorldState {
  return 'states' in saved;
}

function isSnapshot(saved: SavedWorld): saved is StoredSnapshot {
  return 'seal' in saved;
}

function newState(
  record: InitialSettings,
  { domains = allDomains, hash = pureHash, oracles = {}, reactions = [] }: WorldRules,
): WorldState {
  const cache = createOracleCache(oracles);
  return initialWorld(record, { domains, hash, oracles: cache, reactions });
}

async function restore(saved: StoredSnapshot, initial: WorldState): Promise<WorldState> {
  const read = await readSnapshot(saved, initial, noPause);
  if (read !== undefined) return read.world;
  throw new StoreError('damaged', 'The saved snapshot is damaged, or of another version.');
}

function foldAll(entries: Iterable<JournalEntry>, state: WorldState): void {
  for (const entry of entries) {
    const pieces = foldSavedEntry(state, entry, 'The saved entries');
    while (pieces.next().done !== true);
  }
}

const noPause = async (): Promise<void> => undefined;

const pureHash: Hash = (text) => bytesToHex(sha256(utf8ToBytes(text)));
