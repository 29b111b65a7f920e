// The worlds of an embedded Reprise: create, fork, reset and remove them, with the options of the control plane.

import { z } from 'zod';
import type { ClockMode, Engine, World } from '../core/index.ts';
import { checkedOptions } from './checked-options.ts';
import type { ConfigChange, Fixture, WorldSpec } from './contracts/world-spec.ts';
import { forkBody } from './control/wire/history.ts';
import { createWorldBody } from './control/wire/worlds.ts';
import { readGivenFixture, type GivenFixture } from './fixture/given.ts';

/** How time moves: a mode, or one with its settings. `rate`: virtual milliseconds per host millisecond in `real`. */
export type GivenClock =
  ClockMode | { readonly mode: ClockMode; readonly rate?: number; readonly idle?: boolean };

/** A world to create. What is left out is as in the defaults of the server. */
export interface CreateWorldOptions {
  /** 1 to 64 letters, digits, dots, dashes or underscores. */
  readonly name: string;
  /** At most 1,024 characters. */
  readonly seed?: string | undefined;
  /** An ISO-8601 instant; UTC if it has no zone. */
  readonly epoch?: string | undefined;
  readonly clock?: GivenClock | undefined;
  readonly config?: ConfigChange | undefined;
  /** Null: none, even if the server has a default one. */
  readonly fixture?: GivenFixture | null | undefined;
}

export interface ForkWorldOptions {
  readonly name: string;
  /** A position, or an ISO-8601 instant. Default: now. */
  readonly at?: number | string | undefined;
  /** Ids and random numbers of the fork derive from it. Default: as those of its parent. Keys of wallets stay. */
  readonly seed?: string | undefined;
  /** Whether it sends webhooks. Default: no. */
  readonly outbound?: boolean | undefined;
}

/** All reject with OptionsError if an option is wrong, with StoreError if a name is taken or unknown. */
export interface Worlds {
  /** Rejects with FixtureError if the world refuses its fixture. */
  readonly create: (options: CreateWorldOptions) => Promise<World>;
  /** The same as `create`. */
  readonly make: Worlds['create'];
  /** Takes constant time, however large the parent is. */
  readonly fork: (parent: string | World, options: ForkWorldOptions) => Promise<World>;
  /** Starts the world over, with the fixture, seed and settings of its creation. */
  readonly reset: (name: string) => Promise<World>;
  /** Forks of the world stay. */
  readonly remove: (name: string) => Promise<void>;
}

function fixtureOrNone(given: unknown): Promise<Fixture> | null {
  return given === null ? null : readGivenFixture(given as GivenFixture);
}

const fixture = z.unknown();
const createSchema = createWorldBody.extend({ fixture }).partial({ fixture: true });

export function createWorlds(
  engine: Engine,
  createWorld: (spec: WorldSpec) => Promise<World>,
): Worlds {
  async function create(options: CreateWorldOptions): Promise<World> {
    const checked = checkedOptions(createSchema, options, 'worlds.create');
    const { epoch, fixture: given, ...rest } = checked;
    return createWorld({
      ...(rest as WorldSpec),
      ...(epoch === undefined ? {} : { epochMs: epoch }),
      ...(given === undefined ? {} : { fixture: await fixtureOrNone(given) }),
    });
  }

  return {
    create,
    make: create,
    fork: async (parent, options) =>
      engine.fork(parent, checkedOptions(forkBody, options, 'worlds.fork')),
    reset: async (name) => engine.reset(name),
    remove: async (name) => engine.remove(name),
  };
}
