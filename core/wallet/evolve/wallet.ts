// Creation and changes of wallets: metadata, status, deployment, upgrade.

import type { InPieces } from '../../kernel/pieces.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { ScaCore } from '../keys/account.ts';
import type { WalletBatch, EventOf } from '../events.ts';
import { metadataOf } from '../records/metadata.ts';
import {
  branchId,
  descriptionOf,
  holderOf,
  type ChainAddress,
  type Wallet,
  type WalletDescription,
} from '../records/wallet.ts';
import type { WalletState } from '../state.ts';

/** In pieces: a request may create 2,200 wallets. */
export function* insertWallets(
  state: WalletState,
  { walletSetId, wallets, accountType, scaCore }: WalletBatch,
  atMs: number,
): InPieces<void> {
  const set = state.walletSets.get(walletSetId);
  if (set === undefined) return;
  const shared = {
    createdMs: atMs,
    updatedMs: atMs,
    walletSetId,
    accountType,
    status: 'LIVE',
    ...omitUndefined({ scaCore, userId: set.userId }),
  } as const;
  for (const wallet of wallets) {
    state.wallets.insert({ ...wallet, ...shared });
    linkBalances(state, wallet);
    const id = branchId(walletSetId, wallet.blockchain, accountType);
    const highest = Math.max(state.branches.get(id)?.highest ?? 0, wallet.index);
    state.branches.put({ id, highest });
    yield;
  }
  state.walletSets.replace({ ...set, walletCount: set.walletCount + wallets.length });
}

/** Links earlier balances of the address to its new wallet. */
function linkBalances(
  state: WalletState,
  { id, blockchain, address }: ChainAddress & { id: string },
): void {
  const by = { holder: holderOf(blockchain, address) };
  const held = state.balances.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  const walletOrdinal = state.wallets.rowIdOf(id);
  if (walletOrdinal === undefined) return;
  for (const balance of held) state.balances.replace({ ...balance, walletOrdinal });
}

export function updateWallet(
  state: WalletState,
  event: EventOf<'WalletUpdated'>,
  atMs: number,
): void {
  const wallet = state.wallets.get(event.walletId);
  if (wallet === undefined) return;
  const original = originalOf(wallet);
  state.wallets.replace({ ...wallet, ...metadataOf(event), original, updatedMs: atMs });
}

export function changeStatus(
  state: WalletState,
  walletId: string,
  status: Wallet['status'],
  atMs: number,
): void {
  const wallet = state.wallets.get(walletId);
  if (wallet !== undefined) state.wallets.replace({ ...wallet, status, updatedMs: atMs });
}

/** The first mined outgoing transaction of a smart account deploys its contract. */
export function deploy(state: WalletState, walletId: string): void {
  const wallet = state.wallets.get(walletId);
  if (wallet?.accountType !== 'SCA' || wallet.isDeployed === true) return;
  state.wallets.replace({ ...wallet, isDeployed: true });
}

/** The block with the first transaction of a smart account left the chain, and the contract with it. */
export function undeploy(state: WalletState, walletId: string): void {
  const wallet = state.wallets.get(walletId);
  if (wallet?.isDeployed !== true) return;
  const { isDeployed: _isDeployed, ...rest } = wallet;
  state.wallets.replace(rest);
}

/** Changes the core of a smart account. */
export function upgrade(
  state: WalletState,
  walletId: string,
  scaCore: ScaCore,
  atMs: number,
): void {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined || wallet.scaCore === scaCore) return;
  const original = originalOf(wallet);
  state.wallets.replace({ ...wallet, scaCore, original, updatedMs: atMs });
}

function originalOf(wallet: Wallet): WalletDescription {
  return wallet.original ?? descriptionOf(wallet);
}
