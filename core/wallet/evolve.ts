// Applies events to the state. Total: every recorded event applies.

import { omitUndefined } from '../kernel/omit-undefined.ts';
import { atOnce, type InPieces } from '../kernel/pieces.ts';
import { changeConditions } from './chain/fee-market.ts';
import type { WalletEvent } from './events.ts';
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
import { evolveWebhook, withNotifications } from './evolve/webhooks.ts';
import { registeredToken } from './records/token.ts';
import { requestWindowId, within } from './records/request-window.ts';
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
  switch (event.type) {
    case 'RequestCounted': {
      const id = requestWindowId(event.network, event.kind);
      const latestMs = [...within(state.requestWindows.get(id)?.latestMs ?? [], atMs), atMs];
      return state.requestWindows.put({ id, latestMs });
    }
    case 'EntitySecretAdopted':
      return state.entities.insert({ id: 'entity', secretFingerprint: event.fingerprint });
    case 'WalletSetCreated':
      return insertWalletSet(state, event, atMs);
    case 'WalletSetUpdated':
      return updateWalletSet(state, event, atMs);
    case 'WalletsCreated':
    case 'WalletDerived':
      return atOnce(insertWallets(state, event, atMs));
    case 'WalletUpdated':
      return updateWallet(state, event, atMs);
    case 'TokenRegistered':
      return state.tokens.insert(registeredToken(event, atMs));
    case 'SecondaryFundsDeposited':
      return recordSecondaryDeposit(state, event, atMs);
    case 'WalletFrozen':
      return changeStatus(state, event.walletId, 'FROZEN', atMs);
    case 'WalletUnfrozen':
      return changeStatus(state, event.walletId, 'LIVE', atMs);
    case 'FundsDeposited':
      return recordDeposit(state, event, atMs);
    case 'TransferInitiated':
    case 'NftTransferInitiated':
    case 'ContractExecutionInitiated':
    case 'WalletUpgradeInitiated':
      return initiated(state, event, atMs);
    case 'TransactionCleared':
      return cleared(state, event, atMs);
    case 'TransactionDenied':
      return denied(state, event, atMs);
    case 'TransactionQueued':
      return queued(state, event, atMs);
    case 'TransactionSent':
      return sent(state, event, atMs);
    case 'TransactionStuck':
      return stuck(state, event, atMs);
    case 'TransactionRecovered':
      return recovered(state, event, atMs);
    case 'TransactionSteered':
      return steered(state, event, atMs);
    case 'TransactionAccelerated':
      return accelerated(state, event, atMs);
    case 'TransactionCancelledBeforeSend':
      return withdrawn(state, event, atMs);
    case 'CancellationSent':
      return cancellationSent(state, event, atMs);
    case 'TransactionConfirmed':
      return confirmed(state, event, atMs);
    case 'CancellationConfirmed':
      return cancellationConfirmed(state, event, atMs);
    case 'TransactionReverted':
      return reverted(state, event, atMs);
    case 'TransactionFailed':
      return failedBeforeSending(state, event, atMs);
    case 'TransactionReorganised':
      return reorganised(state, event, atMs);
    case 'TransactionReturnedToMempool':
      return returned(state, event, atMs);
    case 'InboundDetected':
      return recordInbound(state, event, atMs);
    case 'TransactionCompleted':
      return state.transactions.get(event.transactionId)?.direction === 'INBOUND'
        ? completeInbound(state, event.transactionId, atMs)
        : completed(state, event, atMs);
    case 'ChainChanged': {
      const chain = state.chains.get(event.blockchain);
      if (chain === undefined) return;
      const change = {
        ...(event.calmFee === undefined ? {} : { calmFee: BigInt(event.calmFee) }),
        ...omitUndefined({
          congestionMilli: event.congestionMilli,
          isPaused: event.paused,
          blockTimeMs: event.blockTimeMs,
        }),
      };
      return state.chains.replace(changeConditions(chain, change, atMs));
    }
    case 'PayloadSigned': // the signature is the client's; nothing here depends on it
      return;
    case 'MonitoringScopeSet':
      return state.monitorings.put({ id: 'monitoring', scope: event.scope });
    case 'TokensMonitored':
      return event.tokenIds.forEach((id) => state.monitoredTokens.insert({ id }));
    case 'TokensUnmonitored':
      return event.tokenIds.forEach((id) => state.monitoredTokens.remove(id));
    case 'SubscriptionCreated':
    case 'SubscriptionUpdated':
    case 'SubscriptionRemoved':
    case 'WebhookAttempted':
    case 'WebhookDelivered':
    case 'WebhookFailed':
      return evolveWebhook(state, event, atMs);
  }
}
