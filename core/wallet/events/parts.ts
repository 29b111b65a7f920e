// The parts that events share: the idempotency key, fees, attempts and blocks.

import type { Units } from '../../kernel/brand.ts';
import type { FeeLevel } from '../chain/fee-market.ts';
import type { SteeringPlan } from '../records/steering-plan.ts';

/** Of records that requests or the operator create: the operator has no idempotency key. */
export interface MaybeIdempotent {
  readonly aside?: Idempotent['aside'];
}

export interface Idempotent {
  readonly aside: { readonly idempotencyKey: string };
}

/** The fee offer of a transaction. */
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
  /** The height at its arrival in the mempool; the next block may include it. */
  readonly fromHeight: number;
}

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

export interface Initiated extends Idempotent {
  readonly transactionId: string;
  readonly walletId: string;
  readonly refId?: string;
  readonly feeLevel?: FeeLevel;
  readonly fee: FeeData;
  readonly baseFee: Units;
  /** The native units reserved for gas; 0 if the wallet had too few, which screening finds. */
  readonly gasReserved: Units;
  /** What the operator will do with it, chosen before. */
  readonly planned?: SteeringPlan;
}
