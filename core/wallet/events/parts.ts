// The parts that events share: the idempotency key, fees, attempts and blocks.

import type { InText, Units } from '../../kernel/brand.ts';
import type { FeeLevel, FeeOffer } from '../chain/fee-market.ts';
import type { Attached, Attempt } from '../records/transaction.ts';

/** Of what requests or the operator bring about: the operator has no idempotency key. */
export interface MaybeIdempotent {
  readonly aside?: Idempotent['aside'];
}

export interface Idempotent {
  readonly aside: { readonly idempotencyKey: string };
}

/** One signed transaction in the mempool. */
export type AttemptData = InText<FeeOffer & Pick<Attempt, 'txHash' | 'fromHeight'>>;

/** The block of a mined transaction, and its fee. */
export interface MinedData {
  readonly block: BlockData;
  /** The fee for the gas, paid by the sender or its sponsor. */
  readonly networkFee: Units;
  /** Of the bundle of a user operation; other transactions keep the hash of their attempt. */
  readonly txHash?: string;
}

export interface BlockData {
  readonly height: number;
  readonly hash: string;
}

export interface Initiated extends Idempotent, Attached {
  readonly transactionId: string;
  readonly walletId: string;
  readonly feeLevel?: FeeLevel;
  readonly fee: InText<FeeOffer>;
  readonly baseFee: Units;
  /** The native units reserved for gas; 0 if the wallet had too few, which screening finds. */
  readonly gasReserved: Units;
}
