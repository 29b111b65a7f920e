// The records of wallet sets and wallets, and how the many wallets of a set are kept.

import {
  anyColumn,
  choiceColumn,
  hexColumn,
  integerColumn,
  uuidColumn,
  type Columns,
} from '../../kernel/columns.ts';
import { blockchains, type Blockchain } from '../chains.ts';

export interface Dated {
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface WalletSet extends Dated {
  readonly id: string;
  readonly branch: number;
  readonly name?: string;
  /** The name at creation, kept once it has changed: a repeated request is answered as the first was. */
  readonly original?: { readonly name?: string };
  readonly walletCount: number;
  /** The end user who controls it; absent where the developer does. */
  readonly userId?: string;
}

export interface Wallet extends Dated {
  readonly id: string;
  readonly walletSetId: string;
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly index: number;
  readonly accountType: 'EOA';
  readonly status: 'LIVE' | 'FROZEN';
  readonly name?: string;
  readonly refId?: string;
  /** Name and refId at creation, kept once they have changed. */
  readonly original?: { readonly name?: string; readonly refId?: string };
}

/** The highest index that a set has used on a chain. */
export interface Branch {
  readonly id: string;
  readonly highest: number;
}

export const walletKeys = {
  walletSetId: (wallet: Wallet) => wallet.walletSetId,
  blockchain: (wallet: Wallet) => wallet.blockchain,
  address: (wallet: Wallet) => wallet.address,
  place: (wallet: Wallet) => holderOf(wallet.blockchain, wallet.address),
  refId: (wallet: Wallet) => wallet.refId,
};

/** There may be ten million wallets in a set. */
export const walletColumns: Columns<Wallet> = {
  id: uuidColumn,
  walletSetId: uuidColumn,
  blockchain: choiceColumn(blockchains),
  address: hexColumn(20, '0x'),
  index: integerColumn,
  accountType: choiceColumn(['EOA']),
  status: choiceColumn(['LIVE', 'FROZEN']),
  name: anyColumn(),
  refId: anyColumn(),
  original: anyColumn(),
  createdMs: integerColumn,
  updatedMs: integerColumn,
};

/** An address on a chain, as balances and wallets are found by it. */
export function holderOf(blockchain: Blockchain, address: string): string {
  return `${blockchain}/${address}`;
}

export function branchId(walletSetId: string, blockchain: Blockchain): string {
  return `${walletSetId}/${blockchain}`;
}
