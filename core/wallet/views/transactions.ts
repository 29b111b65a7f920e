// Lists of transactions, the pending ones among them, and the one with the lowest nonce.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { formatAmount } from '../tokens/amount.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { WalletName } from '../commands/parts.ts';
import { comparable } from '../keys/address.ts';
import { costMax, replacementFee } from '../chain/fee-market.ts';
import { transitions } from '../records/lifecycle.ts';
import { isTransactionMonitored } from '../tokens/monitoring.ts';
import { mapPage, pageOf, type Page, type PageQuery } from './page.ts';
import {
  operationKindOf,
  type Transaction,
  type TransactionState,
} from '../records/transaction.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { walletNamed, type ReadonlyWalletState } from '../state.ts';
import { feeDetails } from '../details/fee.ts';
import type { FeeDetails } from '../records/transaction-details.ts';
import { transactionDetails } from '../details/transaction.ts';
import type { TransactionView } from './transaction.ts';

type Paged<View> = Result<Page<View>, 'CURSOR_UNKNOWN'>;

export interface TransactionFilter {
  readonly blockchain?: Blockchain | undefined;
  readonly destinationAddress?: string | undefined;
  readonly refId?: string | undefined;
  readonly operation?: string | undefined;
  readonly custodyType?: 'DEVELOPER' | 'ENDUSER' | undefined;
  readonly state?: TransactionState | undefined;
  readonly txHash?: string | undefined;
  readonly transactionType?: 'OUTBOUND' | 'INBOUND' | undefined;
  readonly walletIds?: readonly string[] | undefined;
  /** Also those of tokens that are not monitored. */
  readonly includeAll?: boolean | undefined;
}

export function transactionsView(
  state: ReadonlyWalletState,
  filter: TransactionFilter,
  query: PageQuery,
): Paged<TransactionView> {
  const { blockchain, custodyType, refId, txHash, transactionType, walletIds } = filter;
  const destination =
    filter.destinationAddress === undefined ? undefined : comparable(filter.destinationAddress);
  const keys = {
    blockchain,
    refId,
    txHash,
    state: filter.state,
    destination,
    direction: transactionType,
    endUsers: custodyType === 'ENDUSER' ? 'all' : undefined,
  };
  const { operation } = filter;
  const where = (transaction: Transaction) =>
    (custodyType !== 'DEVELOPER' || transaction.userId === undefined) &&
    (operation === undefined || operationKindOf(transaction) === operation) &&
    (filter.includeAll === true || isTransactionMonitored(state, transaction));
  const wallets = walletIds === undefined ? [undefined] : [...new Set(walletIds)];
  const anyOf = wallets.map((walletId) => ({ ...keys, walletId }));
  const page = pageOf(state.transactions, { anyOf, where }, query);
  return mapPage(page, (transaction) => transactionDetails(state, transaction));
}

/** The transactions among these that are not in a final state. */
export function incomplete(state: ReadonlyWalletState, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => {
    const transaction = state.transactions.get(id);
    return transaction !== undefined && transitions[transaction.state].length > 0;
  });
}

/** The pending transactions of a wallet. */
export function pendingTransactions(
  state: ReadonlyWalletState,
  name: WalletName,
): readonly string[] {
  const wallet = walletNamed(state, name);
  return wallet === undefined
    ? []
    : state.transactions
        .list({ by: { walletId: wallet.id }, order: 'descending', limit: searchedMax })
        .flatMap(({ id }) => incomplete(state, [id]));
}

/** The latest transactions of a chain that are not in a final state. */
export function pendingTransactionsOn(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
): readonly string[] {
  return state.transactions
    .list({ by: { blockchain }, order: 'descending', limit: searchedMax })
    .flatMap(({ id }) => incomplete(state, [id]));
}

/** The number of latest transactions that are searched for pending ones. */
const searchedMax = 50;

export interface LowestNonceView {
  readonly transaction: TransactionView;
  readonly newHighFee: FeeDetails;
  /** The new fee less the estimated one, in the native token. */
  readonly feeDifference: string;
}

/** The pending transaction with the lowest nonce of a sender. Undefined if there is none, or for an unknown wallet. */
export function lowestNonceView(
  state: ReadonlyWalletState,
  name: WalletName,
  nowMs: number,
): Result<LowestNonceView | undefined, WalletRejection> {
  const wallet = walletNamed(state, name);
  const blockchain = wallet?.blockchain ?? ('blockchain' in name ? name.blockchain : undefined);
  if (blockchain !== undefined && !showsNonces(blockchain)) {
    return reject('OPERATION_NOT_OFFERED');
  }
  const queue = wallet === undefined ? undefined : state.lanes.get(wallet.id);
  const transaction = state.transactions.get(queue?.pending[0] ?? '');
  if (transaction?.direction !== 'OUTBOUND') return ok(undefined);
  const { fee } = transaction;
  const present = 'attempt' in transaction ? transaction.attempt : fee;
  const chain = state.chains.get(transaction.blockchain);
  if (chain === undefined) return ok(undefined);
  const { gasLimit, l1Fee } = present;
  const data = omitUndefined({ l1Fee });
  const offer = { ...replacementFee(chain, present, nowMs), gasLimit, ...data };
  const difference = costMax(offer) - costMax(fee);
  return ok({
    transaction: transactionDetails(state, transaction),
    newHighFee: feeDetails(transaction.blockchain, offer),
    feeDifference: formatAmount(difference, chainOf(transaction.blockchain).nativeDecimals),
  });
}

/** SOL and NEAR have no nonces, and the service does not show those of APTOS (reference/wallet.md section 6). */
function showsNonces(blockchain: Blockchain): boolean {
  const { family, rules } = chainOf(blockchain);
  return family === 'evm' && rules !== undefined;
}
