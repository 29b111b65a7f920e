// Results of idempotent requests as they were at first: the answers to repeated requests.

import { atOnce, type InPieces } from '../../kernel/pieces.ts';
import type { IdempotencyEntry } from '../records/idempotency.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { TransactionState } from '../records/transaction.ts';
import { describedAs, type Wallet, type WalletSet } from '../records/wallet.ts';
import { viewOfWallet, viewOfWalletSet, type WalletSetView, type WalletView } from './wallet.ts';

/** The result of an idempotent request as it was at first. */
export type IdempotentResultView =
  | { readonly kind: 'walletSet'; readonly walletSet: WalletSetView }
  | { readonly kind: 'wallets'; readonly wallets: readonly WalletView[] }
  | { readonly kind: 'transaction'; readonly id: string; readonly state: TransactionState };

export function isKeyUsed(state: ReadonlyWalletState, idempotencyKey: string): boolean {
  return state.idempotencyEntries.get(idempotencyKey) !== undefined;
}

/** Undefined while the key is unused. */
export function idempotentResultView(
  ...query: Parameters<typeof idempotentResultInPieces>
): IdempotentResultView | undefined {
  return atOnce(idempotentResultInPieces(...query));
}

/** As `idempotentResultView`: a request may have created 2,200 wallets. */
export function* idempotentResultInPieces(
  state: ReadonlyWalletState,
  idempotencyKey: string,
): InPieces<IdempotentResultView | undefined> {
  const entry = state.idempotencyEntries.get(idempotencyKey);
  return entry === undefined ? undefined : yield* viewOf(state, entry.result);
}

function* viewOf(
  state: ReadonlyWalletState,
  result: IdempotencyEntry['result'],
): InPieces<IdempotentResultView | undefined> {
  switch (result.kind) {
    case 'walletSet': {
      const set = state.walletSets.get(result.id);
      if (set === undefined) return undefined;
      return { kind: 'walletSet', walletSet: viewOfWalletSet(originalWalletSet(set)) };
    }
    case 'wallets': {
      const { from, count } = result;
      const wallets: WalletView[] = [];
      for (let at = from; at < from + count; at += 1) {
        const wallet = state.wallets.at(at); // none is ever removed
        if (wallet !== undefined) wallets.push(viewOfWallet(originalWallet(wallet)));
        yield;
      }
      return { kind: 'wallets', wallets };
    }
    case 'transaction':
      return { kind: 'transaction', id: result.id, state: result.state };
  }
}

/** A wallet set with the name that it was created with. */
function originalWalletSet(set: WalletSet): WalletSet {
  if (set.original === undefined) return set;
  const { name: _name, ...rest } = set;
  return { ...rest, ...set.original, updatedMs: set.createdMs };
}

/** A wallet with the description and the status that it was created with. */
function originalWallet(wallet: Wallet): Wallet {
  const created = { ...wallet, status: 'LIVE', updatedMs: wallet.createdMs } as const;
  if (wallet.original === undefined) return created;
  return describedAs(created, wallet.original);
}
