// What keyed requests made, as it was when it was made: the answers to requests that are repeated.

import type { IdempotencyEntry } from '../records/idempotency.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { TransactionState } from '../records/transaction.ts';
import type { Wallet, WalletSet } from '../records/wallet.ts';

/** What a keyed request made, as it was when it was made; undefined while the key is free. */
export type IdempotentResultView =
  | { readonly kind: 'walletSet'; readonly walletSet: WalletSet }
  | { readonly kind: 'wallets'; readonly wallets: readonly Wallet[] }
  | { readonly kind: 'transaction'; readonly id: string; readonly state: TransactionState };

export function isKeyUsed(state: ReadonlyWalletState, idempotencyKey: string): boolean {
  return state.bindings.get(idempotencyKey) !== undefined;
}

export function idempotentResultView(
  state: ReadonlyWalletState,
  idempotencyKey: string,
): IdempotentResultView | undefined {
  const binding = state.bindings.get(idempotencyKey);
  return binding === undefined ? undefined : rendered(state, binding.made);
}

function rendered(
  state: ReadonlyWalletState,
  made: IdempotencyEntry['made'],
): IdempotentResultView | undefined {
  switch (made.kind) {
    case 'walletSet': {
      const set = state.walletSets.get(made.id);
      return set === undefined ? undefined : { kind: 'walletSet', walletSet: asCreated(set) };
    }
    case 'wallets': {
      const { from, count } = made;
      const page = { order: 'ascending', after: from - 1, limit: count } as const;
      return { kind: 'wallets', wallets: state.wallets.list(page).map(asMade) };
    }
    case 'transaction':
      return { kind: 'transaction', id: made.id, state: made.state };
  }
}

/** A wallet set with the name that it was created with. */
function asCreated(set: WalletSet): WalletSet {
  if (set.original === undefined) return set;
  const { name: _name, ...rest } = set;
  return { ...rest, ...set.original, updatedMs: set.createdMs };
}

/** A wallet with the description and the status that it was created with. */
function asMade(wallet: Wallet): Wallet {
  const made = { ...wallet, status: 'LIVE', updatedMs: wallet.createdMs } as const;
  if (wallet.original === undefined) return made;
  const { name: _name, refId: _refId, scaCore: _core, ...rest } = made;
  return { ...rest, ...wallet.original };
}
