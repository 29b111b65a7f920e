// Who has what. Amounts move between holders, are reserved for transfers under way, or are burnt as fees.

import { invariant } from '../../kernel/invariant.ts';
import type { Blockchain } from '../chains.ts';
import { balanceId, holderOf, type WalletState } from '../state.ts';

interface Account {
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly tokenId: string;
}

/** Adds units (or takes them away, where negative) to what an address holds and to what of it is reserved. */
export function post(
  state: WalletState,
  { blockchain, address, tokenId }: Account,
  change: { readonly units?: bigint; readonly reserved?: bigint },
  atMs: number,
): void {
  const id = balanceId(blockchain, address, tokenId);
  const before = state.balances.get(id);
  const units = (before?.units ?? 0n) + (change.units ?? 0n);
  const reserved = (before?.reserved ?? 0n) + (change.reserved ?? 0n);
  invariant(units >= 0n && reserved >= 0n, 'balances and reservations are never negative');
  // A reservation does not show in a balance, so it does not date it either.
  const updatedMs = change.units === undefined ? (before?.updatedMs ?? atMs) : atMs;
  if (before === undefined) {
    const holder = holderOf(blockchain, address);
    state.balances.insert({ id, holder, tokenId, units, reserved, updatedMs });
  } else {
    state.balances.replace({ ...before, units, reserved, updatedMs });
  }
}
