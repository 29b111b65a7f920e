// What a decision may use besides its command and its state: the instant, ids and random numbers. All of it derives from the
// world's data; nothing here reads the host.

import type { Millis } from './brand.ts';
import type { Json } from './canonical.ts';
import type { Hash } from './digest.ts';
import { idByKey, idByOrdinal } from './ids.ts';
import { createRng, type Rng } from './rng.ts';

/** The constants of a world. */
export interface Genesis {
  /** The only source of randomness. */
  readonly seed: string;
  /** In its place for ids and random numbers, in a fork that was given a seed. Keys and blocks of its past stay. */
  readonly forkSeed?: string | undefined;
  /** The first virtual instant. */
  readonly epochMs: Millis;
  /** What ids derive from: the order of creation, or the client's idempotency keys if it sends them. */
  readonly ids: 'ordinal' | 'idempotency-key';
}

export interface Context {
  readonly nowMs: Millis;
  /**
   * The id of the `ordinal`-th entity of a kind. If ids derive from idempotency keys and `createdBy` is given, it replaces
   * the ordinal.
   */
  readonly id: (kind: string, ordinal: number, createdBy?: CreatedBy) => string;
  /** A new generator, whose numbers depend on the seed and this name. */
  readonly rng: (name: string) => Rng;
  /** 64 bytes that depend on the seed and this name, as hex: for keys and block hashes. */
  readonly bytes: (name: string) => string;
  readonly hash: Hash;
  /** The oracle's answer, if the command is that of a due with a question. */
  readonly answer?: Json;
}

/** The request that creates an entity, and the number of the entity in it. */
export interface CreatedBy {
  readonly key: string;
  readonly index: number;
}

export function createContext(
  genesis: Genesis,
  hash: Hash,
  nowMs: Millis,
  answered?: Pick<Context, 'answer'>,
): Context {
  const { seed, forkSeed = seed } = genesis;
  return {
    ...answered,
    nowMs,
    hash,
    id: (kind, ordinal, createdBy) =>
      genesis.ids === 'idempotency-key' && createdBy !== undefined
        ? idByKey(hash, kind, createdBy.key, createdBy.index)
        : idByOrdinal(hash, forkSeed, kind, ordinal),
    bytes: (name) =>
      hash(JSON.stringify(['bytes', seed, name, 0])) +
      hash(JSON.stringify(['bytes', seed, name, 1])),
    rng: (name) => createRng(hash, forkSeed, name),
  };
}
