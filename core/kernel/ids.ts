// Ids in the format of version 4 UUIDs, derived by hashing, so that equal runs have equal ids.

import type { Hash } from './digest.ts';

/** The id of the `ordinal`-th entity of a kind (from 0) in a world with this seed. */
export function idByOrdinal(hash: Hash, seed: string, kind: string, ordinal: number): string {
  return uuidOf(hash(JSON.stringify(['id', seed, kind, ordinal])));
}

/** The id of the `index`-th entity of a kind (from 0) that a request with this idempotency key creates. */
export function idByKey(hash: Hash, kind: string, key: string, index: number): string {
  return uuidOf(hash(JSON.stringify(['key', kind, key, index])));
}

/** A version 4 UUID (RFC 9562) with 122 bits of a hex text of 32 digits or more. */
export function uuidOf(hex: string): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return (
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}` +
    `-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  );
}
