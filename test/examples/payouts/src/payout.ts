// A payout, whose status follows the state of its transaction.

import type { TransactionState } from '@circle-fin/developer-controlled-wallets';

/**
 * new: the wallet has not confirmed the request. stuck: no block contains the transaction, so it has been accelerated. paid and
 * failed are final.
 */
export type PayoutStatus = 'new' | 'pending' | 'stuck' | 'paid' | 'failed';

export interface PayoutRequest {
  /** Chosen by the caller: a second request with the same reference returns the same payout. */
  readonly reference: string;
  readonly address: string;
  /** USDC, as a decimal number. */
  readonly amount: string;
}

export interface Payout extends PayoutRequest {
  readonly id: string;
  /** Sent with every attempt of a request, so that the wallet executes only one of them. */
  readonly idempotencyKeys: { readonly transfer: string; readonly acceleration: string };
  readonly status: PayoutStatus;
  readonly transactionId?: string;
  readonly txHash?: string;
  readonly reason?: string;
}

/** The state of a transaction, from a response or a webhook. */
export interface TransactionReport {
  readonly id: string;
  readonly state: TransactionState;
  readonly txHash?: string;
  readonly errorReason?: string;
}

/** All other states are steps on the way to COMPLETE. */
const statuses: Partial<Record<TransactionState, PayoutStatus>> = {
  STUCK: 'stuck',
  COMPLETE: 'paid',
  FAILED: 'failed',
  DENIED: 'failed',
  CANCELLED: 'failed',
};

export const isFinal = ({ status }: Payout): boolean => status === 'paid' || status === 'failed';

/** The payout after a report. Reports may arrive twice or late, so a final status stays. */
export function withReport(
  payout: Payout,
  { state, txHash, errorReason }: TransactionReport,
): Payout {
  if (isFinal(payout)) return payout;
  const status = statuses[state] ?? 'pending';
  return {
    ...payout,
    status,
    ...(txHash ? { txHash } : {}),
    ...(status === 'failed' ? { reason: errorReason ?? state } : {}),
  };
}
