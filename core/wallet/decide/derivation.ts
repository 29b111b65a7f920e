// Derives a wallet onto another EVM chain, with the same key or contract. It needs no ciphertext, and a repeated request
// finds the existing wallet (spec "deriveWallet", reference/wallet.md section 4).

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import { isScaOffered } from '../keys/account.ts';
import { chainOf } from '../chain/blockchains.ts';
import type { DeriveWallet } from '../commands.ts';
import { metadataOf } from '../records/metadata.ts';
import { controlledWallet, walletNamed, type ReadonlyWalletState } from '../state.ts';
import { reject } from '../rejections.ts';
import { isOnNetwork, nothing, type WalletDecision } from './decision.ts';
import { walletsPerSetMax } from './wallet.ts';

export function deriveWallet(
  command: DeriveWallet,
  state: ReadonlyWalletState,
  context: Context,
): WalletDecision {
  const { source, blockchain, network } = command;
  const wallet = controlledWallet(state, source);
  if (wallet === undefined) return reject('WALLET_UNKNOWN');
  const { walletSetId, address, index, accountType, original } = wallet;
  const { scaCore } = original ?? wallet; // an upgrade is of one chain: the address elsewhere is that of the first core
  const foreign = [wallet.blockchain, blockchain].find((chain) => !isOnNetwork(network, chain));
  if (foreign !== undefined) return reject('KEY_KIND_MISMATCH', `on ${foreign}`);
  const other = [wallet.blockchain, blockchain].find((chain) => chainOf(chain).family !== 'evm');
  if (other !== undefined) return reject('OPERATION_NOT_OFFERED', `on ${other}`);
  if (accountType === 'SCA' && !isScaOffered(blockchain)) {
    return reject('ACCOUNT_TYPE_NOT_OFFERED', `on ${blockchain}`);
  }
  if (wallet.status === 'FROZEN') return reject('WALLET_FROZEN');

  const metadata = metadataOf(command);
  const existing = walletNamed(state, { address, blockchain });
  if (existing !== undefined) {
    if (existing.status === 'FROZEN') return reject('WALLET_FROZEN');
    const isSilent = Object.keys(metadata).length === 0;
    return isSilent ? nothing : ok([{ type: 'WalletUpdated', walletId: existing.id, ...metadata }]);
  }
  const set = state.walletSets.get(walletSetId);
  if (set === undefined) return reject('WALLET_SET_UNKNOWN');
  if (set.walletCount >= walletsPerSetMax)
    return reject('WALLET_SET_FULL', `it takes at most ${walletsPerSetMax} wallets`);
  const id = context.id('wallet', state.wallets.insertedCount);
  const wallets = [{ id, blockchain, address, index, ...metadata }];
  const batch = { walletSetId, accountType, wallets };
  return ok([{ type: 'WalletDerived', ...batch, ...omitUndefined({ scaCore }) }]);
}
