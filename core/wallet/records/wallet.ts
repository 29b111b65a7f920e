// The records of wallet sets and wallets, and how the many wallets of a set are kept.

import {
  anyColumn,
  choiceColumn,
  type Columns,
  integerColumn,
  textColumn,
  uuidColumn,
} from '../../tables/index.ts';
import { accountTypes, scaCores, type AccountType, type ScaCore } from '../keys/account.ts';
import { blockchains, chainOf, type Blockchain } from '../chain/blockchains.ts';

export interface Dated {
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WalletSet extends Dated {
  readonly id: string;
  readonly branch: number;
  readonly name?: string;
  /** The end user whose wallets are in it; absent where the developer controls them. */
  readonly userId?: string;
  /** The name at creation, kept once it has changed: a repeated request is answered as the first was. */
  readonly original?: { readonly name?: string };
  readonly walletCount: number;
}

export interface Wallet extends Dated {
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
  readonly name?: string;
  readonly refId?: string;
  /** The end user who controls it; absent where the developer does. */
  readonly userId?: string;
  /** What a repeated request for it must be told, kept once that has changed. */
  readonly original?: WalletDescription;
}

/** An address on a chain, whosever it is. */
export type ChainAddress = Pick<Wallet, 'blockchain' | 'address'>;

/** What may change of what the request for a wallet was answered with, beside its status. */
export interface WalletDescription {
  readonly name?: string;
  readonly refId?: string;
  readonly scaCore?: ScaCore;
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

/** There may be ten million wallets in a set. */
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

/** A set on a chain: what clients with wallets on many chains ask for. */
export function setOnChain(walletSetId: string, blockchain: Blockchain): string {
  return `${walletSetId}/${blockchain}`;
}

/** Somebody else pays for the gas of what it does: on test networks, of smart accounts (reference/wallet.md section 7). */
export function hasSponsor({
  accountType,
  blockchain,
}: Pick<Wallet, 'accountType' | 'blockchain'>): boolean {
  return accountType === 'SCA' && chainOf(blockchain).network === 'test';
}

/** An address on a chain, as balances and wallets are found by it. */
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
