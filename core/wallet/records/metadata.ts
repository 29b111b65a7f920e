// What clients attach to wallets and transactions for themselves: no rule depends on it.

import { omitUndefined } from '../../kernel/omit-undefined.ts';

/** A reference of the client's own. */
export interface Referenced {
  readonly refId?: string;
}

/** Of wallets. */
export interface Metadata extends Referenced {
  readonly name?: string;
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The metadata among other members. */
export function metadataOf({ name, refId }: Given<Metadata>): Metadata {
  return omitUndefined({ name, refId });
}

/** The reference among other members. */
export function referenceOf({ refId }: Given<Referenced>): Referenced {
  return omitUndefined({ refId });
}
