// The table: which change each type of event makes. Total: every recorded event applies. The changes are in evolve/, one file for
// each noun.

import { atOnce, type InPieces } from '../kernel/pieces.ts';
import type { EventOf, WalletEvent } from './events.ts';
import { changeChain } from './evolve/chain.ts';
import { recordIdempotencyKey } from './evolve/idempotency.ts';
import {
  completeInbound,
  recordDeposit,
  recordInbound,
  recordSecondaryDeposit,
} from './evolve/inbound.ts';
import {
  accelerated,
  cancellationConfirmed,
  cancellationSent,
  cleared,
  completed,
  confirmed,
  denied,
  failedBeforeSending,
  initiated,
  queued,
  recovered,
  reverted,
  sent,
  steered,
  stuck,
  withdrawn,
} from './evolve/outbound.ts';
import { reorganised, returned } from './evolve/reorganisation.ts';
import { changeStatus, insertWallets, updateWallet } from './evolve/wallet.ts';
import { insertWalletSet, updateWalletSet } from './evolve/wallet-set.ts';
import { webhookChanges, withNotifications } from './evolve/webhooks.ts';
import { countRequest } from './evolve/rate.ts';
import { registeredToken } from './records/token.ts';
import type { WalletState } from './state.ts';

export function evolve(state: WalletState, event: WalletEvent, atMs: number): void {
  withNotifications(state, event, atMs, () => change(state, event, atMs));
}

/** No transaction changes with new wallets, so there is nothing to notify. */
export function evolveInPieces(
  state: WalletState,
  event: WalletEvent,
  atMs: number,
): InPieces<void> | undefined {
  if (event.type !== 'WalletsCreated') return undefined;
  recordIdempotencyKey(state, event);
  return insertWallets(state, event, atMs);
}

function change(state: WalletState, event: WalletEvent, atMs: number): void {
  recordIdempotencyKey(state, event); // before the result's records, whose row ids it refers to
  const apply = changes[event.type] as Change<WalletEvent> | undefined; // none for an event of a later version
  apply?.(state, event, atMs);
}

type Change<E extends WalletEvent> = (state: WalletState, event: E, atMs: number) => void;

const changes: { readonly [Type in WalletEvent['type']]: Change<EventOf<Type>> } = {
  RequestCounted: countRequest,
  EntitySecretAdopted: ({ entities }, { fingerprint }) =>
    entities.insert({ id: 'entity', secretFingerprint: fingerprint }),
  ChainChanged: changeChain,

  WalletSetCreated: insertWalletSet,
  WalletSetUpdated: updateWalletSet,
  WalletsCreated: (state, event, atMs) => atOnce(insertWallets(state, event, atMs)),
  WalletDerived: (state, event, atMs) => atOnce(insertWallets(state, event, atMs)),
  WalletUpdated: updateWallet,
  WalletFrozen: (state, { walletId }, atMs) => changeStatus(state, walletId, 'FROZEN', atMs),
  WalletUnfrozen: (state, { walletId }, atMs) => changeStatus(state, walletId, 'LIVE', atMs),

  TokenRegistered: ({ tokens }, event, atMs) => tokens.insert(registeredToken(event, atMs)),
  FundsDeposited: recordDeposit,
  SecondaryFundsDeposited: recordSecondaryDeposit,
  InboundDetected: recordInbound,

  TransferInitiated: initiated,
  NftTransferInitiated: initiated,
  ContractExecutionInitiated: initiated,
  WalletUpgradeInitiated: initiated,
  TransactionCleared: cleared,
  TransactionDenied: denied,
  TransactionQueued: queued,
  TransactionSent: sent,
  TransactionStuck: stuck,
  TransactionRecovered: recovered,
  TransactionSteered: steered,
  TransactionAccelerated: accelerated,
  TransactionCancelledBeforeSend: withdrawn,
  CancellationSent: cancellationSent,
  TransactionConfirmed: confirmed,
  CancellationConfirmed: cancellationConfirmed,
  TransactionReverted: reverted,
  TransactionFailed: failedBeforeSending,
  TransactionReorganised: reorganised,
  TransactionReturnedToMempool: returned,
  TransactionCompleted: (state, event, atMs) =>
    state.transactions.get(event.transactionId)?.direction === 'INBOUND'
      ? completeInbound(state, event.transactionId, atMs)
      : completed(state, event, atMs),

  PayloadSigned: () => undefined, // the signature is the client's; nothing here depends on it
  MonitoringScopeSet: ({ monitorings }, { scope }) => monitorings.put({ id: 'monitoring', scope }),
  TokensMonitored: ({ monitoredTokens }, { tokenIds }) =>
    tokenIds.forEach((id) => monitoredTokens.insert({ id })),
  TokensUnmonitored: ({ monitoredTokens }, { tokenIds }) =>
    tokenIds.forEach((id) => monitoredTokens.remove(id)),
  ...webhookChanges,
};
