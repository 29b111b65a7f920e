// Records the idempotency key of a request with a reference to its result.

import type { WalletEvent } from '../events.ts';
import { scopeOf, type IdempotencyEntry } from '../records/idempotency.ts';
import type { WalletState } from '../state.ts';

/** Records the key of an event that came from an idempotent request; other events have none. */
export function recordIdempotencyKey(state: WalletState, event: WalletEvent): void {
  if (isKeyed(event)) state.idempotencyEntries.insert(idempotencyEntryOf(state, event));
}

interface WithIdempotencyKey {
  readonly aside: { readonly idempotencyKey: string };
}

type KeyedEvent = Extract<WalletEvent, Partial<WithIdempotencyKey>> & WithIdempotencyKey;

function isKeyed(event: WalletEvent): event is KeyedEvent {
  return event.aside?.['idempotencyKey'] !== undefined;
}

function idempotencyEntryOf(state: WalletState, event: KeyedEvent): IdempotencyEntry {
  switch (event.type) {
    case 'WalletSetCreated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CreateWalletSet'),
        result: { kind: 'walletSet', id: event.walletSetId },
      };
    case 'WalletsCreated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CreateWallets'),
        result: { kind: 'wallets', from: state.wallets.insertedCount, count: event.wallets.length },
      };
    case 'TransferInitiated':
    case 'NftTransferInitiated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('InitiateTransfer'),
        result: { kind: 'transaction', id: event.transactionId, state: 'INITIATED' },
      };
    case 'ContractExecutionInitiated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('InitiateContractExecution'),
        result: { kind: 'transaction', id: event.transactionId, state: 'INITIATED' },
      };
    case 'WalletUpgradeInitiated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('InitiateWalletUpgrade'),
        result: { kind: 'transaction', id: event.transactionId, state: 'INITIATED' },
      };
    case 'TransactionAccelerated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('AccelerateTransaction', event.transactionId),
        result: { kind: 'transaction', id: event.transactionId, state: 'SENT' },
      };
    case 'TransactionCancelledBeforeSend':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CancelTransaction', event.transactionId),
        result: { kind: 'transaction', id: event.transactionId, state: 'CANCELLED' },
      };
    case 'CancellationSent':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CancelTransaction', event.transactionId),
        result: { kind: 'transaction', id: event.transactionId, state: event.state },
      };
  }
}
