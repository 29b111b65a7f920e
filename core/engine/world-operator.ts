// A world as an RxJS operator: inputs in, journal entries out. It is `step`, lifted: nothing is stored, and no host is needed.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { concatMap, defer, of, type ObservableInput, type OperatorFunction } from 'rxjs';
import type { Hash } from '../kernel/digest.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';
import { StoreError } from '../ports/event-store.ts';
import type { Oracles } from '../ports/oracle.ts';
import { createOracleCache } from './oracle-cache.ts';
import { domains as allDomains, type Domains } from './registry.ts';
import { applyInput, duesPerSlice, fireDueUntil, fireDueUntilAsync, foldEntry } from './step.ts';
import { forkWorld, initialWorld, type InitialSettings, type WorldState } from './world-state.ts';

/** What a world depends on besides its record. A saved state has its own. */
export interface WorldRules {
  /** Default: the services of Reprise. */
  readonly domains?: Domains;
  /** SHA-256. Default: a pure one; a host may have a faster. */
  readonly hash?: Hash;
  /** Default: none. A due that needs an answer keeps later inputs waiting for it. */
  readonly oracles?: Oracles;
}

/**
 * Applies the inputs to a new world, or to one that continues `saved`: the entries so far, which are folded, or a state, such
 * as that of a fork. Each subscription has a world of its own. Fails with StoreError 'damaged' if the entries do not fit, with
 * InvariantError if an input does not.
 */
export function world(
  record: InitialSettings,
  saved: WorldState | Iterable<JournalEntry> = [],
  rules: WorldRules = {},
): OperatorFunction<Input, JournalEntry> {
  return (input$) => defer(() => input$.pipe(stepping(stateFrom(record, saved, rules))));
}

/** Steps this very state. With `yieldToLoop`, a long step yields between its slices. */
export function stepping(
  state: WorldState,
  yieldToLoop?: () => Promise<void>,
): OperatorFunction<Input, JournalEntry> {
  const pause = yieldToLoop ?? (async () => undefined);
  const duesMax = yieldToLoop === undefined ? undefined : duesPerSlice;

  /** At once, unless a due waits for its answer or the step is long. */
  function entryOf(input: Input): ObservableInput<JournalEntry> {
    const events: Envelope[] = [];
    const blocked = fireDueUntil(state, input, events, duesMax);
    return blocked === undefined
      ? of(applyInput(state, input, events).entry)
      : entryLater(input, events);
  }

  async function entryLater(input: Input, events: Envelope[]): Promise<JournalEntry> {
    await pause();
    await fireDueUntilAsync(state, input, events, pause);
    return applyInput(state, input, events).entry;
  }

  return concatMap(entryOf);
}

function stateFrom(
  record: InitialSettings,
  saved: WorldState | Iterable<JournalEntry>,
  { domains = allDomains, hash = pureHash, oracles = {} }: WorldRules,
): WorldState {
  if (!(Symbol.iterator in saved)) return forkWorld(saved);
  const state = initialWorld(record, { domains, hash, oracles: createOracleCache(oracles) });
  for (const entry of saved) {
    const folded = foldEntry(state, entry);
    if (!folded.ok) throw new StoreError('damaged', `The saved entries: ${folded.error}.`);
  }
  return state;
}

const pureHash: Hash = (text) => bytesToHex(sha256(utf8ToBytes(text)));
