// Wallets as they are made and described anew.

import type { WalletEvent, WalletsCreated } from '../events.ts';
import { branchId, type WalletState } from '../state.ts';

export function createWallets(
  state: WalletState,
  { walletSetId, wallets, accountType }: WalletsCreated,
  atMs: number,
): void {
  for (const wallet of wallets) {
    const dates = { createdMs: atMs, updatedMs: atMs };
    state.wallets.insert({ ...wallet, ...dates, walletSetId, accountType, status: 'LIVE' });
    const id = branchId(walletSetId, wallet.blockchain);
    const highest = Math.max(state.branches.get(id)?.highest ?? 0, wallet.index);
    state.branches.put({ id, highest });
  }
  const set = state.walletSets.get(walletSetId);
  if (set === undefined) return;
  state.walletSets.replace({ ...set, walletCount: set.walletCount + wallets.length });
}

export function updateWallet(
  state: WalletState,
  event: Extract<WalletEvent, { type: 'WalletUpdated' }>,
  atMs: number,
): void {
  const wallet = state.wallets.get(event.walletId);
  if (wallet === undefined) return;
  const original = wallet.original ?? {
    ...(wallet.name === undefined ? {} : { name: wallet.name }),
    ...(wallet.refId === undefined ? {} : { refId: wallet.refId }),
  };
  const described = {
    ...(event.name === undefined ? {} : { name: event.name }),
    ...(event.refId === undefined ? {} : { refId: event.refId }),
  };
  state.wallets.replace({ ...wallet, ...described, original, updatedMs: atMs });
}
