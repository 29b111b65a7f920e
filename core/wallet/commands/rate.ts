// The command of rate limits.

import type { Network } from '../chain/blockchains.ts';
import type { RequestKind } from '../records/request-window.ts';

/** Counts a request of a world with rate limits, or rejects it. */
export interface CountRequest {
  readonly type: 'CountRequest';
  readonly network: Network;
  readonly kind: RequestKind;
  /** The most requests of its kind in any second, from 1. */
  readonly perSecond: number;
}
