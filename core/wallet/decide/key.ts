// Where the keys of wallets come from: a secret of their set, which follows from the seed of the world and is in no state.

import type { Context } from '../../kernel/context.ts';
import { invariant } from '../../kernel/invariant.ts';
import { chainOf } from '../chain/blockchains.ts';
import { privateKeyOf } from '../keys/hd-tree.ts';
import type { ReadonlyWalletState } from '../state.ts';
import type { Wallet, WalletSet } from '../records/wallet.ts';

/** The secret from which the HD tree of a set grows: 64 bytes as hex. */
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
