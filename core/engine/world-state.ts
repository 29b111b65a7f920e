// The whole state of a world. Changed by `step` and `foldEntry` alone. It consists of copy-on-write collections and a few
// numbers, so that a fork is cheap.

import type { Json } from '../kernel/canonical.ts';
import {
  type Collection,
  createTable,
  emptyTables,
  forkTables,
  HashTable,
  Table,
} from '../tables/index.ts';
import { createContext, type Genesis } from '../kernel/context.ts';
import { emptyDigest, type Hash } from '../kernel/digest.ts';
import { DueQueue } from './due-queue.ts';
import type { ClockSetting, Settings } from '../kernel/input.ts';
import type { Command } from '../kernel/message.ts';
import type { OracleCache } from './oracle-cache.ts';
import type { Domains, WorldEnvelope, States } from './registry.ts';

/** The command of a due. */
export interface DomainCommand {
  readonly domain: string;
  readonly command: Command;
}

/** The number of events of a stream. */
export interface StreamVersion {
  readonly stream: string;
  readonly version: number;
}

/**
 * Commands to other domains that an event leads to. They are decided at once, in the step of the event; `states` include it.
 * A function of its arguments.
 */
export type Reaction = (envelope: WorldEnvelope, states: States) => readonly DomainCommand[];

/** What a world depends on besides its state. */
export interface Rules {
  readonly domains: Domains;
  readonly hash: Hash;
  readonly oracles: OracleCache;
  readonly reactions: readonly Reaction[];
}

/** The state of a world before its first input follows from these. */
export interface InitialSettings {
  readonly seed: string;
  readonly epochMs: number;
  readonly ids: Genesis['ids'];
  readonly clock: ClockSetting;
  readonly config: Json;
}

export interface WorldState {
  readonly rules: Rules;
  readonly seed: string;
  readonly epochMs: number;
  nowMs: number;
  /** The numbers of inputs and of events so far. */
  inputs: number;
  position: number;
  digest: string;
  /** Dues fired by this process; not in the journal, so a restart counts from 0. */
  fired: number;
  /** Events of this process that send something out. */
  sent: number;
  clock: ClockSetting;
  settings: Settings;
  readonly dues: DueQueue<DomainCommand>;
  /** In the order of first use, so that a snapshot writes few pages. */
  readonly versions: Table<StreamVersion>;
  /** Of all inputs. */
  readonly nonces: HashTable<string>;
  readonly states: Record<string, DomainState>;
}

/** The tables of a domain, and constants that follow from the initial settings. */
export type DomainState = Record<string, unknown>;

export function initialWorld(initial: InitialSettings, rules: Rules): WorldState {
  const { seed, epochMs, ids, clock, config } = initial;
  const genesis = { seed, epochMs, ids };
  const context = createContext(genesis, rules.hash, epochMs);
  const states: Record<string, DomainState> = {};
  for (const [name, { decider }] of Object.entries(rules.domains)) {
    states[name] = decider.initialState(genesis, context) as DomainState;
  }
  return {
    rules,
    seed,
    epochMs,
    nowMs: epochMs,
    inputs: 0,
    position: 0,
    fired: 0,
    sent: 0,
    digest: emptyDigest,
    clock,
    settings: { ids, config },
    dues: new DueQueue(),
    versions: noVersions.fork(),
    nonces: new HashTable((nonce) => nonce),
    states,
  };
}

/** Shared by all worlds until they have events. */
const noVersions = createTable<StreamVersion>(({ stream }) => stream, {});

/** A copy that shares all pages until one side writes them. */
export function forkWorld(world: WorldState): WorldState {
  return {
    ...world,
    dues: world.dues.fork(),
    versions: world.versions.fork(),
    nonces: world.nonces.fork(),
    states: mapStates(world.states, forkTables),
  };
}

/** A copy of the state of one domain, as `forkWorld`. */
export function forkDomain({ states }: WorldState, domain: string): DomainState {
  return forkTables(states[domain] ?? {});
}

/** The same world with empty collections, to restore a snapshot into. */
export function emptyCopy(world: WorldState): WorldState {
  return {
    ...world,
    dues: new DueQueue(),
    versions: world.versions.emptyCopy(),
    nonces: new HashTable((nonce) => nonce),
    states: mapStates(world.states, emptyTables),
  };
}

/** All collections by name. Snapshots store the names: they never change. */
export function collectionsOf(world: WorldState): ReadonlyMap<string, Collection> {
  const collections = new Map<string, Collection>();
  const add = (name: string, collection: unknown) =>
    collections.set(name, collection as Collection);
  add('dues', world.dues);
  add('nonces', world.nonces);
  add('versions', world.versions);
  for (const [domain, state] of Object.entries(world.states)) {
    for (const [name, table] of Object.entries(state)) {
      if (table instanceof Table) add(`${domain}/${name}`, table);
    }
  }
  return collections;
}

/** The states of the domains, read-only. */
export function statesOf(world: WorldState): States {
  return world.states as unknown as States;
}

function mapStates(
  states: WorldState['states'],
  change: (state: DomainState) => DomainState,
): WorldState['states'] {
  const changed: WorldState['states'] = {};
  for (const [domain, state] of Object.entries(states)) changed[domain] = change(state);
  return changed;
}
