// What the limits of requests per second ask.

import type { Network } from '../chain/blockchains.ts';

/** The kinds of requests that are counted apart (reference/wallet.md section 2, "Limits"). */
export const requestKinds = ['get', 'sign', 'post'] as const;

export type RequestKind = (typeof requestKinds)[number];

/** A request has arrived where requests are limited: it counts, or there were as many in the second before it. */
export interface CountRequest {
  readonly type: 'CountRequest';
  readonly network: Network;
  readonly kind: RequestKind;
  /** How many of its kind there may be in any second, from 1. */
  readonly perSecond: number;
}
