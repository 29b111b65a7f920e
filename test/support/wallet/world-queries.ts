// Readers of a world with wallets: states of transactions, balances, histories.

import type { SteeringAction, WalletCommand } from '../../../core/wallet/commands.ts';
import type { Blockchain } from '../../../core/wallet/chain/blockchains.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { balanceId } from '../../../core/wallet/state.ts';
import type {
  Broadcast,
  OutboundTransaction,
  TransactionState,
} from '../../../core/wallet/records/transaction.ts';
import type { Wallet } from '../../../core/wallet/records/wallet.ts';
import { nativeToken } from '../../../core/wallet/tokens/catalogue.ts';
import { epochMs, type ReadableWorld } from '../engine/pure-world.ts';

export function stateOf(world: ReadableWorld, id: string): TransactionState | undefined {
  return world.wallet.transactions.get(id)?.state;
}

export function outboundOf(world: ReadableWorld, id: string): OutboundTransaction {
  const transaction = world.wallet.transactions.get(id);
  if (transaction?.direction !== 'OUTBOUND') throw new Error(`${id} is no outbound transaction`);
  return transaction;
}

/** The id of a transaction's first inbound record; an unknown id if there is none. */
export function inboundIdOf(world: ReadableWorld, id: string): string {
  return outboundOf(world, id).inboundIds?.[0] ?? '';
}

/** A transaction that is in the mempool. */
export function broadcastOf(world: ReadableWorld, id: string): Broadcast {
  const transaction = outboundOf(world, id);
  if (transaction.state === 'SENT' || transaction.state === 'STUCK') return transaction;
  throw new Error(`${id} is ${transaction.state}`);
}

export function nonceOf(world: ReadableWorld, id: string): number | undefined {
  const transaction = outboundOf(world, id);
  return 'nonce' in transaction ? transaction.nonce : undefined;
}

export function steer(
  transactionId: string,
  action: SteeringAction,
  to?: 'mempool' | 'failed',
): Extract<WalletCommand, { readonly type: 'SteerTransaction' }> {
  const command = { type: 'SteerTransaction', transactionId, action } as const;
  return to === undefined ? command : { ...command, to };
}

/** The wallet of a world at a place in the order of creation. */
export function walletAt(world: { readonly wallets: readonly Wallet[] }, index: number): Wallet {
  const wallet = world.wallets[index];
  if (wallet === undefined) throw new Error(`There is no wallet ${index}`);
  return wallet;
}

export function nativeIdOf(blockchain: Blockchain): string {
  const token = nativeToken(blockchain);
  if (token === undefined) throw new Error(`${blockchain} has no native token`);
  return token.id;
}

/** The balance of an address for a token, and its reserved part. */
export function holding(
  world: ReadableWorld,
  { blockchain, address }: Pick<Wallet, 'blockchain' | 'address'>,
  tokenId: string = nativeIdOf(blockchain),
): { readonly units: bigint; readonly reserved: bigint } {
  const balance = world.wallet.balances.get(balanceId(blockchain, address, tokenId));
  return { units: balance?.units ?? 0n, reserved: balance?.reserved ?? 0n };
}

/** The events of a transaction so far: their types and instants after the epoch. */
export function historyOf(
  world: ReadableWorld,
  transactionId: string,
): readonly (readonly [type: WalletEvent['type'], atMs: number])[] {
  return world.entries
    .flatMap(({ events }) => events)
    .map(({ event, atMs }) => ({ event: event as WalletEvent, atMs }))
    .filter(({ event }) => 'transactionId' in event && event.transactionId === transactionId)
    .map(({ event, atMs }) => [event.type, atMs - epochMs] as const);
}
