// The queue of a sender.

import type { Blockchain } from '../chain/blockchains.ts';

/** How a sender's transactions on its chain stand in line. */
export interface Lane {
  readonly walletId: string;
  readonly blockchain: Blockchain;
  readonly nextNonce: number;
  /** Ids of what is QUEUED, SENT or STUCK, by nonce or, without nonces, by the order of queueing. */
  readonly pending: readonly string[];
}
