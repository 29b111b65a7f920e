// The records of wallet sets and wallets, and the columns of the wallet table.

import {
  anyColumn,
  choiceColumn,
  type Columns,
  integerColumn,
  textColumn,
  uuidColumn,
} from '../../tables/index.ts';
import { accountTypes, scaCores, type AccountType, type ScaCore } from '../keys/account.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { blockchains, chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { Metadata } from './metadata.ts';

export interface Dated {
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WalletSet extends Dated {
  readonly id: string;
  readonly branch: number;
  readonly name?: string;
  /** The end user who controls it; absent for the developer's. */
  readonly userId?: string;
  /** The name at creation, once it has changed: a repeated request has the response of the first. */
  readonly original?: { readonly name?: string };
  readonly walletCount: number;
}

export interface Wallet extends Dated, Metadata {
  readonly id: string;
  readonly walletSetId: string;
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly index: number;
  readonly accountType: AccountType;
  /** Smart accounts have one. */
  readonly scaCore?: ScaCore;
  /** Of smart accounts: the contract is on its chain, as it is from the first mined outgoing transaction on. */
  readonly isDeployed?: true;
  readonly status: 'LIVE' | 'FROZEN';
  /** The end user who controls it; absent for the developer's. */
  readonly userId?: string;
  /** The description at creation, once it has changed: a repeated request has the response of the first. */
  readonly original?: WalletDescription;
}

/** An address on a chain, of a wallet or not. */
export type ChainAddress = Pick<Wallet, 'blockchain' | 'address'>;

/** The changeable fields in the response to the request that created a wallet, except its status. */
export interface WalletDescription extends Metadata {
  readonly scaCore?: ScaCore;
}

export function descriptionOf({ name, refId, scaCore }: Wallet): WalletDescription {
  return omitUndefined({ name, refId, scaCore });
}

/** The wallet with this description in place of its own. */
export function describedAs(wallet: Wallet, description: WalletDescription): Wallet {
  const { name: _name, refId: _refId, scaCore: _core, ...rest } = wallet;
  return { ...rest, ...description };
}

/** The highest index that a set has used on a chain for accounts of a type. */
export interface Branch {
  readonly id: string;
  readonly highest: number;
}

export const walletKeys = {
  walletSetId: (wallet: Wallet) => wallet.walletSetId,
  blockchain: (wallet: Wallet) => wallet.blockchain,
  scaCore: (wallet: Wallet) => wallet.scaCore,
  address: (wallet: Wallet) => wallet.address,
  /** The wallets of a set on one chain. */
  setOnChain: (wallet: Wallet) => setOnChain(wallet.walletSetId, wallet.blockchain),
  refId: (wallet: Wallet) => wallet.refId,
};

/** Columns: a set may have ten million wallets. */
export const walletColumns: Columns<Wallet> = {
  id: uuidColumn,
  walletSetId: uuidColumn,
  blockchain: choiceColumn(blockchains),
  address: textColumn,
  index: integerColumn,
  accountType: choiceColumn(accountTypes),
  scaCore: choiceColumn(scaCores),
  isDeployed: anyColumn(),
  status: choiceColumn(['LIVE', 'FROZEN']),
  name: textColumn,
  refId: textColumn,
  userId: textColumn,
  original: anyColumn(),
  createdMs: integerColumn,
  updatedMs: integerColumn,
};

/** The index key of a set on one chain. */
export function setOnChain(walletSetId: string, blockchain: Blockchain): string {
  return `${walletSetId}/${blockchain}`;
}

/** Whether a sponsor pays for its gas: for smart accounts on test networks (reference/wallet.md section 7). */
export function hasSponsor({
  accountType,
  blockchain,
}: Pick<Wallet, 'accountType' | 'blockchain'>): boolean {
  return accountType === 'SCA' && chainOf(blockchain).network === 'test';
}

/** The index key of an address on a chain. */
export function holderOf(blockchain: Blockchain, address: string): string {
  return `${blockchain}/${address}`;
}

export function branchId(
  walletSetId: string,
  blockchain: Blockchain,
  accountType: AccountType,
): string {
  return `${walletSetId}/${blockchain}/${accountType}`;
}
