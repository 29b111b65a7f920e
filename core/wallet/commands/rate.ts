// The command of rate limits.

import type { Network } from '../chain/blockchains.ts';

/** The kinds of requests that are counted apart (reference/wallet.md section 2, "Limits"). */
export const requestKinds = ['get', 'sign', 'post'] as const;

export type RequestKind = (typeof requestKinds)[number];

/** Counts a request of a world with rate limits, or rejects it. */
export interface CountRequest {
  readonly type: 'CountRequest';
  readonly network: Network;
  readonly kind: RequestKind;
  /** The most requests of its kind in any second, from 1. */
  readonly perSecond: number;
}
