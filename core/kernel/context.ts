// What a decision may use besides its command and its state: the instant, ids and chance. All of it is data
// of the world; nothing here reads the host.

import type { Millis } from './brand.ts';
import type { Json } from './canonical.ts';
import type { Hash } from './digest.ts';
import { idByKey, idByOrdinal } from './ids.ts';
import { createRng, type Rng } from './rng.ts';

/** What a world starts from and never changes. */
export interface Genesis {
  /** The whole source of chance. */
  readonly seed: string;
  /** The first virtual instant. */
  readonly epochMs: Millis;
  /** Where ids come from: the order of creation, or the client's idempotency keys where there are some. */
  readonly ids: 'ordinal' | 'idempotency-key';
}

export interface Context {
  readonly nowMs: Millis;
  /**
   * The id of the `ordinal`-th thing of a kind. `made` names the request that makes it: worlds that take their
   * ids from idempotency keys use it (key and index within the request), the others do not look at it.
   */
  readonly id: (kind: string, ordinal: number, made?: CreatedBy) => string;
  /** The generator of this name, from its beginning. */
  readonly rng: (name: string) => Rng;
  /** The 64 seeded bytes of this name, as hex: what keys and block hashes are made of. */
  readonly bytes: (name: string) => string;
  readonly hash: Hash;
  /** What the oracle has answered, where the command is that of a due which needed to know. */
  readonly answer?: Json;
}

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
  return {
    ...answered,
    nowMs,
    hash,
    id: (kind, ordinal, made) =>
      genesis.ids === 'idempotency-key' && made !== undefined
        ? idByKey(hash, kind, made.key, made.index)
        : idByOrdinal(hash, genesis.seed, kind, ordinal),
    bytes: (name) =>
      hash(JSON.stringify(['bytes', genesis.seed, name, 0])) +
      hash(JSON.stringify(['bytes', genesis.seed, name, 1])),
    rng: (name) => createRng(hash, genesis.seed, name),
  };
}
