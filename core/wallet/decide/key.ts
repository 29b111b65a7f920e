// Keys of wallets: they derive from the secret of their set, which derives from the seed of the world. No state holds them.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { chainOf } from '../chain/blockchains.ts';
import { privateKeyOf } from '../keys/hd-tree.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { Wallet, WalletSet } from '../records/wallet.ts';

/** The seed of the HD tree of a set: 64 bytes as hex. */
export function secretOf(context: Context, { branch }: Pick<WalletSet, 'branch'>): string {
  return context.bytes(`wallet-set/${branch}`);
}

/** The private key of a wallet, 32 bytes; of a smart account, its owner's. */
export function keyOf(state: ReadonlyWalletState, context: Context, wallet: Wallet): Uint8Array {
  const set = state.walletSets.get(wallet.walletSetId);
  invariant(set !== undefined, 'a wallet is in a set');
  const { family } = chainOf(wallet.blockchain);
  return privateKeyOf(secretOf(context, set), family, wallet.index, wallet.accountType);
}
