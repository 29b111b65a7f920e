// Ids of requests: what an answer is given at random depends on the seed, the position that it saw, and how many were
// answered there before (design section 2). Reads are not journaled, so their number is unknown after a restart: at
// the position at which a world was loaded, its ids depend on the opening of the store as well, and so never repeat.

import type { Hash } from '../../kernel/digest.ts';
import { idByOrdinal } from '../../kernel/ids.ts';

/** What a request id is made of, besides the seed. */
export interface RequestIdOrigin {
  readonly position: number;
  /** How many requests were answered at the position before. */
  readonly ordinal: number;
  /** The opening of the store in which the world was loaded at this very position. */
  readonly opening?: number;
}

/** Where a world was loaded from its store, and in which opening. */
export interface LoadedAt {
  readonly position: number;
  readonly opening: number;
}

export interface RequestIds {
  /** The next place at a position, which nobody else gets. */
  readonly next: (position: number) => RequestIdOrigin;
  readonly idAt: (place: RequestIdOrigin) => string;
  /** Nothing leads back to positions before this one any more. */
  readonly forgetBefore: (position: number) => void;
}

export function createRequestIds(hash: Hash, seed: string, loadedAt?: LoadedAt): RequestIds {
  /** How many ids were given at positions to which a loss can lead back. */
  const given = new Map<number, number>();
  return {
    next: (position) => {
      const ordinal = given.get(position) ?? 0;
      given.set(position, ordinal + 1);
      if (loadedAt?.position !== position) return { position, ordinal };
      return { position, ordinal, opening: loadedAt.opening };
    },
    idAt: ({ position, ordinal, opening }) => {
      const kind = opening === undefined ? `request/${position}` : `request/${position}/${opening}`;
      return idByOrdinal(hash, seed, kind, ordinal);
    },
    forgetBefore: (position) => {
      for (const known of given.keys()) {
        if (known >= position) break; // they were first used in their order
        given.delete(known);
      }
    },
  };
}
