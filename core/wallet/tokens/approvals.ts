// Applies a transaction to approvals, step by step in the order of its movements, or returns why a step is not approved.

import { err, ok, type Result } from '../../kernel/result.ts';
import {
  approvalId,
  unlimitedUnits,
  type Approval,
  type ApprovalChange,
  type FormerApproval,
} from '../records/approval.ts';
import type { Movement } from '../records/operation.ts';
import { nftId } from '../records/token.ts';
import type { OutboundTransaction } from '../records/transaction.ts';
import type { ReadonlyWalletState } from '../state.ts';
import { holdingOf } from './holdings.ts';
import { tokenById } from './registry.ts';

/** An approval as a transaction leaves it. */
export type ApprovalAfter = Omit<Approval, 'touchedBy'>;

type Known = Pick<ReadonlyWalletState, 'tokens' | 'balances' | 'nftHoldings' | 'approvals'>;

type Moving = Pick<OutboundTransaction, 'blockchain' | 'source' | 'movements' | 'approvals'>;

/** Units that a spender may still move of a currency (ERC-20), or of every NFT of a collection (all or none). */
export function allowanceOf(
  { approvals }: Pick<Known, 'approvals'>,
  tokenId: string,
  owner: string,
  spender: string,
): bigint {
  return approvals.get(approvalId(tokenId, owner, spender))?.units ?? 0n;
}

/** The address approved for one NFT (ERC-721); the owner and its operators may move it as well. */
export function approvedFor(
  { approvals }: Pick<Known, 'approvals'>,
  tokenId: string,
  nftTokenId: string,
): string | undefined {
  const approval = approvals.get(nftId({ tokenId, nftTokenId }));
  return approval === undefined || approval.units === 0n ? undefined : approval.spender;
}

/** The approvals that a transaction sets or uses, as it leaves them; or the reason why a step is not approved. */
export function approvalsAfter(
  state: Known,
  moving: Moving,
): Result<ReadonlyMap<string, ApprovalAfter>, string> {
  const { movements, approvals = [] } = moving;
  const { after, change, use } = steps(state, moving);
  let next = 0;
  for (let index = 0; index <= movements.length; index += 1) {
    for (let step = approvals[next]; step?.after === index; step = approvals[(next += 1)]) {
      const flaw = change(step);
      if (flaw !== undefined) return err(flaw);
    }
    const movement = movements[index];
    const flaw = movement === undefined ? undefined : use(movement);
    if (flaw !== undefined) return err(flaw);
  }
  return ok(after);
}

/** The steps of a transaction; each sees the effects of earlier ones, and returns the reason if it is impossible. */
function steps(state: Known, { blockchain, source }: Pick<Moving, 'blockchain' | 'source'>) {
  const after = new Map<string, ApprovalAfter>();
  const owners = new Map<string, string>(); // of the NFTs that have moved
  const find = (id: string) => after.get(id) ?? state.approvals.get(id);
  const put = (approval: ApprovalAfter & Partial<Approval>, units: bigint) => {
    const { touchedBy: _touchedBy, ...rest } = approval;
    after.set(rest.id, { ...rest, units });
  };

  function isOperator(tokenId: string, owner: string, spender: string): boolean {
    const approval = find(approvalId(tokenId, owner, spender));
    if (approval === undefined || approval.units === 0n) return false;
    put(approval, approval.units); // using it counts as touching it
    return true;
  }

  function change(step: ApprovalChange): string | undefined {
    const { kind, after: _after, ...approval } = step;
    const { tokenId, nftTokenId, owner, spender, units } = approval;
    if (nftTokenId !== undefined) {
      const id = nftId(step);
      const holding = { blockchain, address: owner, tokenId, nftTokenId };
      const isOwner = owners.has(id)
        ? owners.get(id) === owner
        : holdingOf(state, holding).units > 0n;
      const isEntitled = owner === source || isOperator(tokenId, owner, source);
      if (!isOwner || !isEntitled) return 'The sender may not approve anybody for this NFT.';
      put({ id, ...approval }, units);
      return undefined;
    }
    const id = approvalId(tokenId, owner, spender);
    const before = find(id)?.units ?? 0n;
    const now = { set: units, increase: before + units, decrease: before - units }[kind];
    if (now < 0n || now > unlimitedUnits) return 'The allowance would be out of bounds.';
    put({ id, ...approval }, now);
    return undefined;
  }

  function use({ tokenId, nftTokenId, units, from, spender, to }: Movement): string | undefined {
    const { standard } = tokenById(state, tokenId) ?? {};
    if (standard === 'ERC20') {
      const allowance =
        spender === undefined ? undefined : find(approvalId(tokenId, from, spender));
      if (spender !== undefined && (allowance?.units ?? 0n) < units) {
        return 'The owner has not approved so much.';
      }
      if (allowance === undefined) return undefined;
      const isUsedUp = allowance.units !== unlimitedUnits;
      put(allowance, isUsedUp ? allowance.units - units : unlimitedUnits);
      return undefined;
    }
    const id = nftId({ tokenId, nftTokenId });
    const single = standard === 'ERC721' ? find(id) : undefined;
    if (spender !== undefined) {
      const isApproved = single?.spender === spender && single.units > 0n;
      const mayMove = isApproved || isOperator(tokenId, from, spender);
      if (!mayMove) return 'The owner has not approved the sender.';
    }
    if (single !== undefined) put(single, 0n);
    if (standard === 'ERC721') owners.set(id, to);
    return undefined;
  }

  return { after, change, use };
}

/** An approval that another transaction has set or used since, so that these transactions cannot be reverted. */
export function approvalTouchedSince(
  state: Known,
  transactions: readonly (Pick<OutboundTransaction, 'id' | 'movements'> & {
    readonly formerApprovals?: readonly FormerApproval[];
  })[],
): Approval | undefined {
  const undone = new Map<string, Approval | undefined>();
  for (const { id: transactionId, movements, formerApprovals = [] } of transactions) {
    const formers = new Map(formerApprovals.map(({ id, record }) => [id, record]));
    const singles = movements.filter(({ nftTokenId }) => nftTokenId !== undefined).map(nftId);
    for (const id of new Set([...formers.keys(), ...singles])) {
      const present = undone.has(id) ? undone.get(id) : state.approvals.get(id);
      if (present !== undefined && present.touchedBy !== transactionId) return present;
      undone.set(id, formers.get(id));
    }
  }
  return undefined;
}
