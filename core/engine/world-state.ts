// Everything that a world is at one moment. Made by `initialWorld`, changed by `step` and `foldEntry` alone. All of it is in
// copy-on-write collections and a few numbers, so that a fork costs next to nothing.

import type { Json } from '../kernel/canonical.ts';
import { type Collection, HashTable, Table } from '../tables/index.ts';
import { createContext, type Genesis } from '../kernel/context.ts';
import { emptyDigest, type Hash } from '../kernel/digest.ts';
import { DueQueue } from '../kernel/due-queue.ts';
import type { ClockSetting, Settings } from '../kernel/input.ts';
import type { Command } from '../kernel/message.ts';
import type { OracleCache } from './oracle-cache.ts';
import type { Domains, States } from './registry.ts';

/** A command with the domain that it is for: what a due in a world holds. */
export interface DomainCommand {
  readonly domain: string;
  readonly command: Command;
}

/** How many events a stream has. */
export interface StreamVersion {
  readonly stream: string;
  readonly version: number;
}

/** What a world needs of its surroundings to step: the domains that it consists of, a hash, and who answers its questions. */
export interface Rules {
  readonly domains: Domains;
  readonly hash: Hash;
  readonly oracles: OracleCache;
}

/** What a world is before its first input. */
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
  /** How many inputs, and how many events, there have been. */
  inputs: number;
  position: number;
  digest: string;
  /** How many dues this process has fired; the journal does not tell, so a restart counts anew. */
  fired: number;
  /** How many events of this process have led to something that is sent out. */
  sent: number;
  clock: ClockSetting;
  settings: Settings;
  readonly dues: DueQueue<DomainCommand>;
  /** In the order in which streams began, so that a snapshot writes the new ones and those that went on, page by page. */
  readonly versions: Table<StreamVersion>;
  /** The nonces of all inputs that had one. */
  readonly nonces: HashTable<string>;
  readonly states: Record<string, DomainState>;
}

/** The state of a domain: tables, and what follows from how the world began and never changes. */
export type DomainState = Record<string, unknown>;

export function initialWorld(beginning: InitialSettings, rules: Rules): WorldState {
  const { seed, epochMs, ids, clock, config } = beginning;
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
    versions: versionTable(),
    nonces: new HashTable((nonce) => nonce),
    states,
  };
}

function versionTable(): Table<StreamVersion> {
  return new Table(({ stream }: StreamVersion) => stream, {});
}

/** A world like this one. The two share what neither has changed since. */
export function forkWorld(world: WorldState): WorldState {
  return {
    ...world,
    dues: world.dues.fork(),
    versions: world.versions.fork(),
    nonces: world.nonces.fork(),
    states: mapStates(world.states, (table) => table.fork()),
  };
}

/** The same world with nothing in its collections: what a snapshot is put back into. */
export function emptyCopy(world: WorldState): WorldState {
  return {
    ...world,
    dues: new DueQueue(),
    versions: world.versions.emptied(),
    nonces: new HashTable((nonce) => nonce),
    states: mapStates(world.states, (table) => table.emptied()),
  };
}

/** All collections of a world, by names that never change. */
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

/** The domains' states for readers. */
export function statesOf(world: WorldState): States {
  return world.states as unknown as States;
}

type AnyTable = Table<unknown, string>;

function mapStates(
  states: WorldState['states'],
  change: (table: AnyTable) => AnyTable,
): WorldState['states'] {
  const changed: WorldState['states'] = {};
  for (const [domain, state] of Object.entries(states)) {
    const next: DomainState = { ...state };
    for (const [name, value] of Object.entries(state)) {
      if (value instanceof Table) next[name] = change(value as AnyTable);
    }
    changed[domain] = next;
  }
  return changed;
}
