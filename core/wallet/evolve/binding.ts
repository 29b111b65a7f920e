// Idempotency keys: what each was used for, as a reference to what it made.

import type { WalletEvent } from '../events.ts';
import { scopeOf, type Binding } from '../records/binding.ts';
import type { WalletState } from '../state.ts';

/** Binds the key of an event that came from a keyed request; others have none. */
export function bind(state: WalletState, event: WalletEvent): void {
  if (isKeyed(event)) state.bindings.insert(bindingOf(state, event));
}

interface Keyed {
  readonly aside: { readonly idempotencyKey: string };
}

type KeyedEvent = Extract<WalletEvent, Partial<Keyed>> & Keyed;

function isKeyed(event: WalletEvent): event is KeyedEvent {
  return event.aside?.['idempotencyKey'] !== undefined;
}

function bindingOf(state: WalletState, event: KeyedEvent): Binding {
  switch (event.type) {
    case 'WalletSetCreated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CreateWalletSet'),
        made: { kind: 'walletSet', id: event.walletSetId },
      };
    case 'WalletsCreated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CreateWallets'),
        made: { kind: 'wallets', from: state.wallets.inserted, count: event.wallets.length },
      };
    case 'TransferInitiated':
    case 'NftTransferInitiated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('InitiateTransfer'),
        made: { kind: 'transaction', id: event.transactionId, state: 'INITIATED' },
      };
    case 'ContractExecutionInitiated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('InitiateContractExecution'),
        made: { kind: 'transaction', id: event.transactionId, state: 'INITIATED' },
      };
    case 'WalletUpgradeInitiated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('InitiateWalletUpgrade'),
        made: { kind: 'transaction', id: event.transactionId, state: 'INITIATED' },
      };
    case 'TransactionAccelerated':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('AccelerateTransaction', event.transactionId),
        made: { kind: 'transaction', id: event.transactionId, state: 'SENT' },
      };
    case 'TransactionWithdrawn':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CancelTransaction', event.transactionId),
        made: { kind: 'transaction', id: event.transactionId, state: 'CANCELLED' },
      };
    case 'CancellationSent':
      return {
        key: event.aside.idempotencyKey,
        scope: scopeOf('CancelTransaction', event.transactionId),
        made: { kind: 'transaction', id: event.transactionId, state: event.state },
      };
  }
}
