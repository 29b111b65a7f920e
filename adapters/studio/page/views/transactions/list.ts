// The list of transactions at the scrubber: the newest first, filtered by words.

import { wallet, type PastMoment } from '../../../../../core/index.ts';

type WalletState = PastMoment['states']['wallet'];

/** Transactions that are searched, from the newest; older ones are left out. */
export const scannedMax = 50_000;

export interface TransactionRows {
  readonly ids: readonly string[];
  /** The number of transactions in the world. */
  readonly total: number;
  readonly isCut: boolean;
}

/** `query`: words that all must be in an id, hash, address, state, chain, reference or symbol. */
export function transactionRows(state: WalletState, query: string): TransactionRows {
  const { transactions } = state;
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const ids: string[] = [];
  const last = transactions.insertedCount - 1;
  for (let rowId = last; rowId >= 0 && rowId > last - scannedMax; rowId -= 1) {
    const transaction = transactions.at(rowId);
    if (transaction === undefined) continue;
    if (words.length > 0) {
      const text = searchedText(state, transaction);
      if (!words.every((word) => text.includes(word))) continue;
    }
    ids.push(transaction.id);
  }
  return { ids, total: transactions.size, isCut: last >= scannedMax };
}

function searchedText(state: WalletState, transaction: wallet.Transaction): string {
  const { id, state: now, blockchain, source, walletId, direction } = transaction;
  const reference = transaction.direction === 'OUTBOUND' ? (transaction.refId ?? '') : '';
  const hashes = [
    'attempt' in transaction ? transaction.attempt.txHash : '',
    'mined' in transaction ? (transaction.mined?.txHash ?? '') : '',
  ];
  const parts = [id, now, blockchain, source, walletId, direction, reference, ...hashes];
  const { to = '' } = transaction.movements[0] ?? {};
  return [...parts, to, amountOf(state, transaction)].join(' ').toLowerCase();
}

/** Exact, with the symbol: `1.25 USDC`; of a call of a contract, what the call carries. */
export function amountOf(state: WalletState, transaction: wallet.Transaction): string {
  const view = wallet.transactionView(state, transaction.id);
  const amounts = view?.amounts ?? [];
  const token = wallet.tokenView(state, view?.tokenId ?? '');
  const shown = amounts.slice(0, shownAmounts);
  const more = amounts.length - shown.length;
  if (shown.length === 0) return view?.abiFunctionSignature ?? '';
  const symbol =
    token?.symbol ??
    token?.name ??
    (view?.operation === 'CONTRACT_EXECUTION'
      ? (wallet.nativeTokenView(transaction.blockchain)?.symbol ?? '')
      : '');
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''} ${symbol}`.trim();
}

const shownAmounts = 3;

/** Where it goes: an address, or the contract that it calls. */
export function destinationOf(transaction: wallet.Transaction): string {
  if (transaction.direction === 'INBOUND') return transaction.destination;
  const { operation } = transaction;
  return operation.kind === 'TRANSFER' ? operation.destination : operation.contract;
}
