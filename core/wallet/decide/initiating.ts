// The decision that all requests for transactions share: wallet, plan, fee, queue limit, funds, event members.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { Context } from '../../kernel/context.ts';
import { ok, type Err, type Result } from '../../kernel/result.ts';
import { chainOf, type Network } from '../chain/blockchains.ts';
import { costMax, printOffer } from '../chain/fee-market.ts';
import type { FeeFields, IdempotentRequest, WalletName } from '../commands/parts.ts';
import type { Initiated } from '../events/parts.ts';
import type { WalletEvent } from '../events.ts';
import { gasOf, totalGas } from '../broadcast/gas.ts';
import { available, coversNeeds, holdingOf } from '../tokens/holdings.ts';
import { reject, type WalletRejection } from '../rejections.ts';
import { hasSponsor, type ChainAddress, type Wallet } from '../records/wallet.ts';
import { needsOf, type Movement, type Operation } from '../records/operation.ts';
import {
  attachedOf,
  openTransactionsMax,
  type Attached,
  type Fee,
} from '../records/transaction.ts';
import { scopeOf, type KeyedOperation } from '../records/idempotency.ts';
import { controlledWallet, type ReadonlyWalletState } from '../state.ts';
import type { Token } from '../records/token.ts';
import { nativeTokenId } from '../tokens/catalogue.ts';
import { idempotently, isOnNetwork, type WalletDecision } from './decision.ts';
import { resolveFee } from './fee.ts';

/** A planned transaction. `token`: of a transfer. */
interface Plan {
  readonly operation: Operation;
  readonly token?: Token;
}

/** The steps of a request for a transaction that depend on its kind. */
interface Steps<P extends Plan> {
  /** The plan by the rules on the wallet and the request. */
  readonly plan: (wallet: Wallet) => Result<P, WalletRejection>;
  /** Checks after the fee and before the queue limit. */
  readonly check?: (wallet: Wallet, plan: P) => Err<WalletRejection> | undefined;
  readonly events: (wallet: Wallet, plan: P, fee: Fee) => readonly WalletEvent[];
}

/** Decides an idempotent request for a transaction, with all checks in their order. */
export function initiate<P extends Plan>(
  request: IdempotentRequest & { readonly type: KeyedOperation; readonly fee: FeeFields },
  walletName: WalletName,
  state: ReadonlyWalletState,
  context: Context,
  { plan, check, events }: Steps<P>,
): WalletDecision {
  return idempotently(state, request, scopeOf(request.type), () => {
    const wallet = controlledWallet(state, walletName);
    if (wallet === undefined) return reject('WALLET_UNKNOWN');
    const planned = plan(wallet);
    if (!planned.ok) return planned;
    const { operation, token } = planned.value;
    const fee = feeOf(request.fee, state, context, wallet, operation, token);
    if (!fee.ok) return fee;
    const rejection = check?.(wallet, planned.value) ?? checkQueueLimit(request, state, wallet);
    return rejection ?? ok(events(wallet, planned.value, fee.value));
  });
}

/** The rules on the state of the wallet and on its chain, in their order. */
export function checkWalletUsable(
  network: Network,
  wallet: Wallet,
): Err<WalletRejection> | undefined {
  const refusal = checkWalletOpen(network, wallet);
  if (refusal !== undefined) return refusal;
  if (chainOf(wallet.blockchain).rules === undefined) return reject('OPERATION_NOT_OFFERED');
  return undefined;
}

/** The rules on the wallet alone, in their order. */
export function checkWalletOpen(
  network: Network,
  wallet: Wallet,
): Err<WalletRejection> | undefined {
  if (!isOnNetwork(network, wallet.blockchain)) return reject('KEY_KIND_MISMATCH');
  return wallet.status === 'FROZEN' ? reject('WALLET_FROZEN') : undefined;
}

/** The fee of an operation, or the first rejection of its fields. `token`: of a transfer. */
function feeOf(
  fields: FeeFields,
  state: ReadonlyWalletState,
  { nowMs }: Context,
  wallet: Wallet,
  operation: Operation,
  token?: Token,
): Result<Fee, WalletRejection> {
  const { blockchain, accountType } = wallet;
  const chain = state.chains.get(blockchain);
  const { rules } = chainOf(blockchain);
  if (chain === undefined || rules === undefined) return reject('OPERATION_NOT_OFFERED');
  const gas = totalGas(gasOf(blockchain, operation, token), wallet);
  return resolveFee(fields, gas, accountType, chain, rules, nowMs);
}

/** Whether the wallet has too little for the movements. */
export function lacksFunds(
  state: ReadonlyWalletState,
  { blockchain, address }: ChainAddress,
  movements: readonly Movement[],
): boolean {
  return !coversNeeds(state, blockchain, address, needsOf(address, movements));
}

/** The rejection of movements that exceed the balance, or the part of it that pending transactions do not need. */
export function checkFunds(
  state: ReadonlyWalletState,
  { blockchain, address }: ChainAddress,
  movements: readonly Movement[],
): Err<WalletRejection> | undefined {
  const need = needsOf(address, movements).find(
    (needed) => !coversNeeds(state, blockchain, address, [needed]),
  );
  if (need === undefined) return undefined;
  const isTiedUp = holdingOf(state, { blockchain, address, ...need }).units >= need.units;
  if (!isTiedUp) return reject('BALANCE_TOO_LOW');
  return need.tokenId === nativeTokenId(blockchain)
    ? reject('NATIVE_BALANCE_TOO_LOW')
    : reject('BALANCE_TOO_LOW', 'pending transactions need part of what it owns');
}

/** The native units left for gas after the movements. */
export function nativeAvailableForGas(
  state: ReadonlyWalletState,
  { blockchain, address }: ChainAddress,
  movements: readonly Movement[],
): bigint {
  const native = nativeTokenId(blockchain);
  const moved = needsOf(address, movements).find(({ tokenId }) => tokenId === native)?.units ?? 0n;
  return available(state, blockchain, address, native) - moved;
}

/** The rejection of a sender with too many transactions that no block has included. */
function checkQueueLimit(
  { limits }: Pick<IdempotentRequest, 'limits'>,
  state: ReadonlyWalletState,
  { id }: Wallet,
): Err<WalletRejection> | undefined {
  const max = limits?.pendingTransactions ?? openTransactionsMax;
  const isBusy = state.transactions.count('open', id) >= max;
  return isBusy ? reject('SENDER_BUSY', `at most ${max} are taken`) : undefined;
}

/** The members of the event that all kinds of transactions share. */
export function initiatedFields(
  request: Attached & Pick<IdempotentRequest, 'idempotencyKey'>,
  state: ReadonlyWalletState,
  context: Context,
  wallet: Wallet,
  fee: Fee,
  movements: readonly Movement[],
): Initiated {
  const { idempotencyKey } = request;
  const made = { key: idempotencyKey, index: 0 };
  return {
    transactionId: context.id('transaction', state.transactions.insertedCount, made),
    walletId: wallet.id,
    ...omitUndefined({ feeLevel: fee.level }),
    fee: printOffer(fee),
    baseFee: fee.baseFee.toString(),
    gasReserved: gasToReserve(state, wallet, movements, fee).toString(),
    ...attachedOf(request),
    aside: { idempotencyKey },
  };
}

/** The native units to reserve for gas; 0 if the wallet has too few, which screening finds. */
function gasToReserve(
  state: ReadonlyWalletState,
  wallet: Wallet,
  movements: readonly Movement[],
  fee: Fee,
): bigint {
  const needed = hasSponsor(wallet) ? 0n : costMax(fee);
  return nativeAvailableForGas(state, wallet, movements) >= needed ? needed : 0n;
}
