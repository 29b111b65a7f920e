// Everything that a world is at one moment. Made by `initialWorld`, changed by `step` and `refold` alone.

import { createContext, type Genesis } from '../kernel/context.ts';
import { emptyDigest, type Hash } from '../kernel/digest.ts';
import { DueQueue } from '../kernel/due-queue.ts';
import type { ClockSetting } from '../kernel/input.ts';
import type { Command } from '../kernel/message.ts';
import { domains, type DomainName, type States } from './registry.ts';

/** A command with the domain that it is for: what a due in a world holds. */
export interface DomainCommand {
  readonly domain: DomainName;
  readonly command: Command;
}

export interface WorldState {
  readonly genesis: Genesis;
  readonly hash: Hash;
  nowMs: number;
  /** How many inputs, and how many events, there have been. */
  inputs: number;
  position: number;
  digest: string;
  /** How many dues this process has fired; the journal does not tell, so a restart counts anew. */
  fired: number;
  clock: ClockSetting;
  readonly dues: DueQueue<DomainCommand>;
  /** How many events each stream has. */
  readonly versions: Map<string, number>;
  /** The nonces of all inputs that had one. */
  readonly nonces: Set<string>;
  readonly states: Record<DomainName, unknown>;
}

export function initialWorld(genesis: Genesis, clock: ClockSetting, hash: Hash): WorldState {
  const context = createContext(genesis, hash, genesis.epochMs);
  const states = Object.fromEntries(
    Object.entries(domains).map(([name, domain]) => [
      name,
      domain.decider.initialState(genesis, context),
    ]),
  ) as Record<DomainName, unknown>;
  return {
    genesis,
    hash,
    nowMs: genesis.epochMs,
    inputs: 0,
    position: 0,
    fired: 0,
    digest: emptyDigest,
    clock,
    dues: new DueQueue(),
    versions: new Map(),
    nonces: new Set(),
    states,
  };
}

/** The domains' states for readers. */
export function statesOf(world: WorldState): States {
  return world.states as unknown as States;
}
