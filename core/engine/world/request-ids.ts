// Request ids derive from the seed, the position that a response reflects, and the number of ids issued at that position
// (design section 2). Reads are not journaled, so a restart loses that number: at the position at which a world was loaded, ids
// also depend on the numbers of the store's opening and of the world's claim, so that none repeats.

import type { Hash } from '../../kernel/digest.ts';
import { idByOrdinal } from '../../kernel/ids.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';

/** What a request id is derived from, besides the seed. */
export interface RequestIdOrigin {
  readonly position: number;
  /** The number of ids issued at the position before this one. */
  readonly ordinal: number;
  /** Present at the position at which the world was loaded. */
  readonly opening?: number;
  /** Present there if the store has several users. */
  readonly claim?: number;
}

/** The position at which a world was loaded, the opening of the store, and the claim of the world. */
export interface LoadedAt {
  readonly position: number;
  readonly opening: number;
  readonly claim?: number | undefined;
}

/** What was issued so far. */
export interface IssuedRequestIds {
  readonly loadedAt?: LoadedAt | undefined;
  /** Positions, each with the number of ids issued at it. */
  readonly counts: readonly (readonly [position: number, count: number])[];
}

export interface RequestIds {
  /** The next origin at a position; never the same twice. */
  readonly next: (position: number) => RequestIdOrigin;
  readonly idAt: (origin: RequestIdOrigin) => string;
  /** Call when positions before this one cannot be current again. */
  readonly forgetBefore: (position: number) => void;
  /** Call when the world was loaded at a position that another process may have reached, and issued ids at. */
  readonly loadedAgain: (at: LoadedAt) => void;
  readonly issued: () => IssuedRequestIds;
}

export function createRequestIds(
  hash: Hash,
  seed: string,
  { loadedAt: firstLoadedAt, counts }: IssuedRequestIds = { counts: [] },
): RequestIds {
  let loadedAt = firstLoadedAt;
  /** The numbers of issued ids, by position; a lost commit can return to one of these. */
  const issued = new Map<number, number>(counts);
  return {
    next: (position) => {
      const ordinal = issued.get(position) ?? 0;
      issued.set(position, ordinal + 1);
      if (loadedAt?.position !== position) return { position, ordinal };
      const { opening, claim } = loadedAt;
      return { position, ordinal, ...omitUndefined({ opening, claim }) };
    },
    idAt: ({ position, ordinal, opening, claim }) => {
      const parts = [position, opening, claim].filter((part) => part !== undefined);
      return idByOrdinal(hash, seed, `request/${parts.join('/')}`, ordinal);
    },
    forgetBefore: (position) => {
      for (const known of issued.keys()) {
        if (known >= position) break; // positions were inserted in ascending order
        issued.delete(known);
      }
    },
    loadedAgain(at) {
      if (loadedAt?.position !== at.position) issued.delete(at.position); // those had another opening, or none
      loadedAt = at;
    },
    issued: () => ({ ...omitUndefined({ loadedAt }), counts: [...issued] }),
  };
}
