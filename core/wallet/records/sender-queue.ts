// The queue of a sender: the transactions of a wallet that no block has included. Stored under the name `lanes`.

import type { Blockchain } from '../chain/blockchains.ts';

/** The pending transactions of a sender. */
export interface SenderQueue {
  readonly walletId: string;
  readonly blockchain: Blockchain;
  readonly nextNonce: number;
  /** Ids of transactions that are QUEUED, SENT or STUCK, by nonce or, without nonces, in the order of queueing. */
  readonly pending: readonly string[];
}
