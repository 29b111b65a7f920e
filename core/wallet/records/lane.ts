// The queue of a sender.

import type { Blockchain } from '../chain/blockchains.ts';

/** The pending transactions of a sender. */
export interface Lane {
  readonly walletId: string;
  readonly blockchain: Blockchain;
  readonly nextNonce: number;
  /** Ids of transactions that are QUEUED, SENT or STUCK, by nonce or, without nonces, in the order of queueing. */
  readonly pending: readonly string[];
}
