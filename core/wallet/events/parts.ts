// The parts that events share: the idempotency key, fees, attempts and blocks.

import type { Units } from '../../kernel/brand.ts';
import type { FeeLevel } from '../chain/fee-market.ts';

/** What a request may have made, or the operator: his has no key. */
export interface Provided {
  readonly aside?: Made['aside'];
}

export interface Made {
  readonly aside: { readonly idempotencyKey: string };
}

/** What is offered for the gas of a transaction. */
export interface FeeData {
  readonly maxFee: Units;
  readonly priorityFee: Units;
  readonly gasLimit: Units;
  /** The fee for its data on the first layer, where there is one. */
  readonly l1Fee?: Units;
}

/** One signed transaction in the mempool. */
export interface AttemptData extends FeeData {
  readonly txHash: string;
  /** It waits from the block of this height on; the next one may take it. */
  readonly fromHeight: number;
}

/** What a block did. */
export interface MinedData {
  readonly block: BlockData;
  /** What was paid for the gas, by whoever paid it. */
  readonly networkFee: Units;
  /** Of the bundle that brought a user operation; other transactions keep the hash of their attempt. */
  readonly txHash?: string;
}

export interface BlockData {
  readonly height: number;
  readonly hash: string;
}

export interface Initiated extends Made {
  readonly transactionId: string;
  readonly walletId: string;
  readonly refId?: string;
  readonly feeLevel?: FeeLevel;
  readonly fee: FeeData;
  readonly baseFee: Units;
  /** The native units held back for gas; 0 where there were not enough, which screening finds out. */
  readonly gasReserved: Units;
}
