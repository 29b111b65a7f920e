// The life of a transaction as a table (reference/wallet.md section 7), and the delays between its steps.

import type { TransactionState } from './transaction.ts';

/** From each state, where it may go. What is not here never happens: a law checks every event against it. */
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

/** How long a transaction stays before it goes on (reference/wallet.md section 7, proposed delays). */
export const screeningMs = 200;
export const queueingMs = 200;
export const sendingMs = 600;

/** How long a cancellation takes to reach the block producers: as long as sending does. */
export const replacingMs = 600;

/** Blocks without inclusion after which a transaction counts as STUCK. */
export const stuckAfterBlocks = 10;
