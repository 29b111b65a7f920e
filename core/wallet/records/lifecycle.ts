// The states of a transaction as a table (reference/wallet.md section 7), and the delays between its steps.

import type { TransactionState } from './transaction.ts';

/** The next states of each state. A property test checks every event against this table. */
export const transitions: Readonly<Record<TransactionState, readonly TransactionState[]>> = {
  INITIATED: ['CLEARED', 'DENIED', 'FAILED', 'CANCELLED'],
  CLEARED: ['QUEUED', 'FAILED', 'CANCELLED'],
  QUEUED: ['SENT', 'FAILED', 'CANCELLED'],
  SENT: ['STUCK', 'CONFIRMED', 'COMPLETE', 'FAILED', 'CANCELLED'],
  STUCK: ['SENT', 'CANCELLED'],
  CONFIRMED: ['COMPLETE', 'SENT', 'FAILED'],
  COMPLETE: [],
  FAILED: [],
  DENIED: [],
  CANCELLED: [],
};

/** The duration of each step (reference/wallet.md section 7, proposed delays). */
export const screeningMs = 200;
export const queueingMs = 200;
export const sendingMs = 600;

/** The delay until a cancellation reaches the block producers: that of sending. */
export const replacingMs = 600;

/** Blocks without inclusion after which a transaction counts as STUCK. */
export const stuckAfterBlocks = 10;
