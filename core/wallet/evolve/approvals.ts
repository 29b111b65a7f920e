// Applies a mined transaction to approvals, and restores them when its block leaves the chain.

import { invariant } from '../../kernel/invariant.ts';
import type { Confirmed, OutboundTransaction } from '../records/transaction.ts';
import type { FormerApproval } from '../records/approval.ts';
import type { WalletState } from '../state.ts';
import { approvalsAfter } from '../tokens/approvals.ts';

/** Applies the approvals of a transaction and returns the former ones. Call it before the movements. */
export function settleApprovals(
  state: WalletState,
  transaction: OutboundTransaction,
): readonly FormerApproval[] {
  const settled = approvalsAfter(state, transaction);
  invariant(settled.ok, 'what a block takes is approved');
  return [...settled.value].map(([id, approval]) => {
    const record = state.approvals.get(id);
    state.approvals.put({ touchedBy: transaction.id, ...approval });
    return record === undefined ? { id } : { id, record };
  });
}

export function restoreApprovals(
  state: WalletState,
  { formerApprovals = [] }: Pick<Confirmed, 'formerApprovals'>,
): void {
  for (const { id, record } of formerApprovals) {
    if (record === undefined) state.approvals.remove(id);
    else state.approvals.put(record);
  }
}
