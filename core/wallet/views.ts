// What clients see of the wallet service, as functions of its state. Amounts are decimal text, instants milliseconds;
// names of fields and forms of dates are the adapter's business.

import { ok, type Result } from '../kernel/result.ts';
import { formatAmount } from './amount.ts';
import { chainOf, type Blockchain } from './chains.ts';
import type { WalletName } from './commands.ts';
import { baseFeeAt, feeDecimals, heightAt, outbid } from './fee-market.ts';
import { transitions } from './lifecycle.ts';
import { pageOf, pageOfList, type Page, type PageQuery } from './page.ts';
import {
  holderOf,
  txHashOf,
  walletNamed,
  type Binding,
  type Fee,
  type Mined,
  type ReadonlyWalletState,
  type Transaction,
  type TransactionState,
  type Wallet,
  type WalletSet,
} from './state.ts';
import { nativeToken, tokenById, type Token } from './tokens.ts';

type Paged<View> = Result<Page<View>, 'CURSOR_UNKNOWN'>;

/** What a keyed request made, as it was when it was made; undefined while the key is free. */
export type MadeView =
  | { readonly kind: 'walletSet'; readonly walletSet: WalletSet }
  | { readonly kind: 'wallets'; readonly wallets: readonly Wallet[] }
  | { readonly kind: 'transaction'; readonly id: string; readonly state: TransactionState };

export function isBound(state: ReadonlyWalletState, idempotencyKey: string): boolean {
  return state.bindings.get(idempotencyKey) !== undefined;
}

export function madeView(state: ReadonlyWalletState, idempotencyKey: string): MadeView | undefined {
  const binding = state.bindings.get(idempotencyKey);
  return binding === undefined ? undefined : rendered(state, binding.made);
}

function rendered(state: ReadonlyWalletState, made: Binding['made']): MadeView | undefined {
  switch (made.kind) {
    case 'walletSet': {
      const set = state.walletSets.get(made.id);
      return set === undefined ? undefined : { kind: 'walletSet', walletSet: asCreated(set) };
    }
    case 'wallets': {
      const { from, count } = made;
      const page = { order: 'ascending', after: from - 1, limit: count } as const;
      return { kind: 'wallets', wallets: state.wallets.list(page).map(asCreated) };
    }
    case 'transaction':
      return { kind: 'transaction', id: made.id, state: made.state };
  }
}

/** A record with the description that it was created with. */
function asCreated<R extends WalletSet | Wallet>(record: R): R {
  if (record.original === undefined) return record;
  const { name: _name, refId: _refId, ...rest } = { name: undefined, refId: undefined, ...record };
  return { ...rest, ...record.original, updatedMs: record.createdMs } as unknown as R;
}

export function walletSetsView(state: ReadonlyWalletState, query: PageQuery): Paged<WalletSet> {
  return pageOf(state.walletSets, { anyOf: [{}] }, query);
}

export interface WalletFilter {
  readonly address?: string | undefined;
  readonly blockchain?: Blockchain | undefined;
  readonly scaCore?: string | undefined;
  readonly walletSetId?: string | undefined;
  readonly refId?: string | undefined;
}

export function walletsView(
  state: ReadonlyWalletState,
  filter: WalletFilter,
  query: PageQuery,
): Paged<Wallet> {
  const { scaCore, address, ...keys } = filter;
  const by = { ...keys, address: address === undefined ? undefined : comparable(address) };
  // Only smart contract accounts have a core, and there are none yet.
  return pageOf(state.wallets, { anyOf: scaCore === undefined ? [by] : [] }, query);
}

export interface BalanceView {
  /** The token's: it is the cursor of a page of balances. */
  readonly id: string;
  readonly token: Token;
  readonly amount: string;
  readonly updatedMs: number;
}

export interface BalanceFilter {
  readonly name?: string | undefined;
  readonly tokenAddresses?: readonly string[] | undefined;
  readonly standard?: string | undefined;
}

/** A page of a wallet's balances: the native token first, then what it holds or once held. Undefined for no such wallet. */
export function balancesView(
  state: ReadonlyWalletState,
  walletId: string,
  filter: BalanceFilter,
  query: PageQuery,
): Paged<BalanceView> | undefined {
  const wallet = state.wallets.get(walletId);
  if (wallet === undefined) return undefined;
  const { blockchain, address, createdMs } = wallet;
  const by = { holder: holderOf(blockchain, address) };
  const held = state.balances.list({ by, order: 'ascending', limit: Number.MAX_SAFE_INTEGER });
  const views = held.flatMap((balance): BalanceView[] => {
    const token = tokenById(balance.tokenId);
    return token === undefined ? [] : [balanceView(token, balance.units, balance.updatedMs)];
  });
  const native = nativeToken(blockchain);
  const first =
    native === undefined
      ? []
      : [views.find((view) => view.token.id === native.id) ?? balanceView(native, 0n, createdMs)];
  const others = views.filter((view) => view.token.id !== native?.id);
  const fitting = [...first, ...others].filter((view) => fitsBalance(view.token, filter));
  return pageOfList(fitting, query);
}

function balanceView(token: Token, units: bigint, updatedMs: number): BalanceView {
  const amount = formatAmount(units, token.decimals);
  return { id: token.id, token, amount, updatedMs };
}

function fitsBalance(token: Token, { name, tokenAddresses, standard }: BalanceFilter): boolean {
  if (name !== undefined && token.name !== name) return false;
  if (standard !== undefined && token.standard !== standard) return false;
  if (tokenAddresses === undefined) return true;
  return tokenAddresses.some((address) => comparable(address) === (token.address ?? ''));
}

export interface FeeView {
  readonly gasLimit: string;
  readonly baseFee: string;
  readonly priorityFee: string;
  /** Absent on chains that have no such thing. */
  readonly maxFee?: string;
  /** The most that it may cost, in the native token. */
  readonly networkFee: string;
}

export interface TransactionView {
  readonly id: string;
  readonly blockchain: Blockchain;
  readonly state: TransactionState;
  readonly transactionType: 'OUTBOUND' | 'INBOUND';
  readonly walletId: string;
  readonly tokenId: string;
  readonly sourceAddress: string;
  readonly destinationAddress: string;
  readonly amounts: readonly string[];
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly feeLevel?: string;
  readonly estimatedFee?: FeeView;
  readonly refId?: string;
  readonly txHash?: string;
  readonly cost?: CostView;
  readonly block?: BlockView;
  readonly amountInUsd?: string;
  readonly errorReason?: string;
  readonly errorDetails?: string;
}

interface BlockView {
  readonly blockHash: string;
  readonly blockHeight: number;
  readonly firstConfirmMs: number;
}

interface CostView {
  readonly networkFee: string;
  readonly networkFeeInUsd: string;
}

export function transactionView(transaction: Transaction): TransactionView {
  const { id, blockchain, state, direction, walletId, tokenId, units } = transaction;
  const token = tokenById(tokenId);
  const txHash = txHashOf(transaction);
  const mined = 'mined' in transaction ? transaction.mined : undefined;
  const isSettled = state === 'CONFIRMED' || state === 'COMPLETE';
  return {
    id,
    blockchain,
    state,
    transactionType: direction,
    walletId,
    tokenId,
    sourceAddress: transaction.source,
    destinationAddress: transaction.destination,
    amounts: [formatAmount(units, token?.decimals ?? 0)],
    createdMs: transaction.createdMs,
    updatedMs: transaction.updatedMs,
    ...(transaction.direction === 'OUTBOUND' ? requested(transaction) : {}),
    ...(txHash === undefined ? {} : { txHash }),
    ...(mined === undefined ? {} : { cost: costView(blockchain, mined) }),
    ...(mined === undefined || isOrphaned(transaction) ? {} : { block: blockView(mined) }),
    ...(isSettled && token !== undefined ? { amountInUsd: inUsd(token, units) } : {}),
    ...errorView(transaction),
  };
}

function requested({
  blockchain,
  fee,
  refId,
}: Extract<Transaction, { direction: 'OUTBOUND' }>): Partial<TransactionView> {
  return {
    estimatedFee: feeView(blockchain, fee),
    ...(fee.level === undefined ? {} : { feeLevel: fee.level }),
    ...(refId === undefined ? {} : { refId }),
  };
}

function errorView(
  transaction: Transaction,
): Pick<TransactionView, 'errorReason' | 'errorDetails'> {
  switch (transaction.state) {
    case 'FAILED':
      return { errorReason: transaction.failure.reason, errorDetails: transaction.failure.details };
    case 'DENIED':
      return { errorReason: 'DENIED', errorDetails: transaction.reason };
    case 'INITIATED':
    case 'CLEARED':
    case 'QUEUED':
    case 'SENT':
    case 'STUCK':
    case 'CONFIRMED':
    case 'COMPLETE':
    case 'CANCELLED':
      return {};
  }
}

function feeView(blockchain: Blockchain, fee: Fee): FeeView {
  const decimals = feeDecimals(blockchain);
  const isEvm = chainOf(blockchain).family === 'evm';
  return {
    gasLimit: fee.gasLimit.toString(),
    baseFee: formatAmount(fee.baseFee, decimals),
    priorityFee: formatAmount(fee.priorityFee, decimals),
    ...(isEvm ? { maxFee: formatAmount(fee.maxFee, decimals) } : {}),
    networkFee: formatAmount(fee.maxFee * fee.gasLimit, chainOf(blockchain).nativeDecimals),
  };
}

function blockView({ blockHash, height, atMs }: Mined): BlockView {
  return { blockHash, blockHeight: height, firstConfirmMs: atMs };
}

function costView(blockchain: Blockchain, { networkFee }: Mined): CostView {
  const native = nativeToken(blockchain);
  return {
    networkFee: formatAmount(networkFee, chainOf(blockchain).nativeDecimals),
    networkFeeInUsd: native === undefined ? '0' : inUsd(native, networkFee),
  };
}

/** Its block is no longer part of the chain; the gas is gone all the same. */
function isOrphaned(transaction: Transaction): boolean {
  return transaction.state === 'FAILED' && transaction.failure.reason === 'FAILED_REORG';
}

function inUsd(token: Token, units: bigint): string {
  return formatAmount(units * BigInt(token.usdMilli), token.decimals + 3);
}

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
}

export function transactionsView(
  state: ReadonlyWalletState,
  filter: TransactionFilter,
  query: PageQuery,
): Paged<TransactionView> {
  const { blockchain, refId, txHash, transactionType, walletIds } = filter;
  const destination =
    filter.destinationAddress === undefined ? undefined : comparable(filter.destinationAddress);
  const keys = {
    blockchain,
    refId,
    txHash,
    state: filter.state,
    destination,
    direction: transactionType,
  };
  // Transfers of the developer are all that there is yet.
  const isEmpty =
    (filter.operation ?? 'TRANSFER') !== 'TRANSFER' || filter.custodyType === 'ENDUSER';
  const wallets = walletIds === undefined ? [undefined] : [...new Set(walletIds)];
  const anyOf = isEmpty ? [] : wallets.map((walletId) => ({ ...keys, walletId }));
  const page = pageOf(state.transactions, { anyOf }, query);
  return page.ok ? ok({ ...page.value, items: page.value.items.map(transactionView) }) : page;
}

/** Those of these transactions that something will still happen to. */
export function unfinished(state: ReadonlyWalletState, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => {
    const transaction = state.transactions.get(id);
    return transaction !== undefined && transitions[transaction.state].length > 0;
  });
}

/** What a wallet has under way. */
export function underWay(state: ReadonlyWalletState, name: WalletName): readonly string[] {
  const wallet = walletNamed(state, name);
  return wallet === undefined
    ? []
    : state.transactions
        .list({ by: { walletId: wallet.id }, order: 'descending', limit: underWayMax })
        .flatMap(({ id }) => unfinished(state, [id]));
}

/** How far back it is looked for what a wallet has under way. */
const underWayMax = 50;

export interface LowestNonceView {
  readonly transaction: TransactionView;
  readonly newHighFee: FeeView;
  /** The new fee less the estimated one, in the native token. */
  readonly feeDifference: string;
}

/** The transaction that a sender's others wait for. Undefined if there is none, or no such wallet. */
export function lowestNonceView(
  state: ReadonlyWalletState,
  name: WalletName,
  nowMs: number,
): Result<LowestNonceView | undefined, 'OPERATION_NOT_OFFERED'> {
  const wallet = walletNamed(state, name);
  const blockchain = wallet?.blockchain ?? ('blockchain' in name ? name.blockchain : undefined);
  if (blockchain !== undefined && chainOf(blockchain).rules?.hasNonces !== true) {
    return { ok: false, error: 'OPERATION_NOT_OFFERED' };
  }
  const lane = wallet === undefined ? undefined : state.lanes.get(wallet.id);
  const transaction = state.transactions.get(lane?.pending[0] ?? '');
  if (transaction?.direction !== 'OUTBOUND') return ok(undefined);
  const { fee } = transaction;
  const present = 'attempt' in transaction ? transaction.attempt : fee;
  const chain = state.chains.get(transaction.blockchain);
  if (chain === undefined) return ok(undefined);
  const offer = { ...outbid(chain, present, nowMs), gasLimit: present.gasLimit };
  const difference = offer.maxFee * offer.gasLimit - fee.maxFee * fee.gasLimit;
  return ok({
    transaction: transactionView(transaction),
    newHighFee: feeView(transaction.blockchain, offer),
    feeDifference: formatAmount(difference, chainOf(transaction.blockchain).nativeDecimals),
  });
}

export interface ChainView {
  readonly blockchain: Blockchain;
  readonly height: number;
  readonly blockTimeMs: number;
  readonly paused: boolean;
  /** Decimal, in gwei (lamports on SOL). */
  readonly baseFeeGwei: string;
  readonly calmBaseFeeGwei: string;
  readonly congestion: string;
}

export function chainView(
  state: ReadonlyWalletState,
  blockchain: Blockchain,
  nowMs: number,
): ChainView | undefined {
  const chain = state.chains.get(blockchain);
  if (chain === undefined) return undefined;
  const height = heightAt(chain, nowMs);
  const decimals = feeDecimals(blockchain);
  return {
    blockchain,
    height,
    blockTimeMs: chain.blockTimeMs,
    paused: chain.isPaused,
    baseFeeGwei: formatAmount(baseFeeAt(chain, height), decimals),
    calmBaseFeeGwei: formatAmount(chain.calmFee, decimals),
    congestion: formatAmount(BigInt(chain.congestionMilli), 3),
  };
}

/** How much of everything there is. */
export function countsView(state: ReadonlyWalletState): Readonly<Record<string, number>> {
  const { walletSets, wallets, transactions } = state;
  return { walletSets: walletSets.size, wallets: wallets.size, transactions: transactions.size };
}

/** Addresses on EVM chains are kept in lower case and compared without case; others are compared as they are. */
function comparable(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}
