// Tells events of the wallet in words: names of wallets, amounts with symbols, states of transactions.

import { wallet } from '../../../core/index.ts';
import type { StoryEvent, StoryTeller } from '../../contracts/story.ts';

type WalletEvent = wallet.WalletEvent;
type Of<Type extends WalletEvent['type']> = Extract<WalletEvent, { readonly type: Type }>;

interface KnownToken {
  readonly label: string;
  readonly decimals: number;
}

const namesMax = 3;

export class WalletStory implements StoryTeller {
  /** Names of wallets, and of sets. */
  readonly #names = new Map<string, string>();
  readonly #walletAt = new Map<string, string>();
  readonly #tokens = new Map<string, KnownToken>();
  /** What each transaction does. */
  readonly #transactions = new Map<string, string>();

  eventText({ type, data }: StoryEvent): string | undefined {
    return this.#textOf({ ...data, type } as unknown as WalletEvent);
  }

  webhookText(body: Readonly<Record<string, unknown>>): string | undefined {
    const { notificationType, notification } = body;
    if (typeof notificationType !== 'string') return undefined;
    const { id, state } = (notification ?? {}) as { readonly id?: string; readonly state?: string };
    return id === undefined || state === undefined
      ? notificationType
      : `${notificationType}: ${this.#transaction(id)} ${state}`;
  }

  #textOf(event: WalletEvent): string | undefined {
    switch (event.type) {
      case 'WalletSetCreated':
      case 'WalletSetUpdated':
        this.#setName(event.walletSetId, event.name);
        return event.name === undefined ? undefined : `'${event.name}'`;
      case 'WalletsCreated':
      case 'WalletDerived':
        return this.#walletsText(event);
      case 'WalletUpdated': {
        const before = this.#named(event.walletId);
        this.#setName(event.walletId, event.name);
        const refId = event.refId === undefined ? [] : [`refId '${event.refId}'`];
        const name = event.name === undefined ? [] : [`name '${event.name}'`];
        return `wallet ${before}: ${[...name, ...refId].join(', ')}`;
      }
      case 'WalletFrozen':
      case 'WalletUnfrozen':
        return `wallet ${this.#named(event.walletId)}`;
      case 'TokenRegistered': {
        const { tokenId, symbol, name, decimals, standard, blockchain } = event;
        const label = symbol ?? name ?? tokenId;
        this.#tokens.set(tokenId, { label, decimals });
        return `${label} (${standard}) on ${blockchain}`;
      }
      case 'FundsDeposited': {
        const { units, tokenId, nftTokenId, walletId, transactionId } = event;
        const amount = this.#amount(units, tokenId, nftTokenId);
        const text = `${amount} to wallet ${this.#named(walletId)}`;
        return this.#begun(transactionId, text, amount);
      }
      case 'SecondaryFundsDeposited':
        return `${this.#amount(event.units, event.tokenId)} to wallet ${this.#named(event.walletId)}`;
      case 'TransferInitiated': {
        const amount = this.#amount(event.units, event.tokenId);
        return this.#transferText(event, amount);
      }
      case 'NftTransferInitiated': {
        const { nfts, tokenId } = event;
        const items = nfts.map(({ units, nftTokenId }) => this.#amount(units, tokenId, nftTokenId));
        return this.#transferText(event, items.join(', '));
      }
      case 'ContractExecutionInitiated': {
        const { transactionId, contract, abi, walletId, feeLevel } = event;
        const call = `${abi?.signature ?? 'a call'} of ${contract}`;
        const text = `${call} by wallet ${this.#named(walletId)}${feeText(feeLevel)}`;
        return this.#begun(transactionId, text, call);
      }
      case 'WalletUpgradeInitiated': {
        const text = `an upgrade of wallet ${this.#named(event.walletId)}`;
        return this.#begun(event.transactionId, text, 'the upgrade');
      }
      case 'InboundDetected': {
        const { transactionId, outboundId, walletId } = event;
        const what = this.#transactions.get(outboundId) ?? 'a transfer';
        this.#transactions.set(transactionId, what);
        return `${what} arrives at wallet ${this.#named(walletId)}`;
      }
      case 'TransactionCleared':
        return this.#moved(event, 'CLEARED');
      case 'TransactionDenied':
        return this.#moved(event, `DENIED: ${event.reason}`);
      case 'TransactionQueued':
        return this.#moved(
          event,
          `QUEUED${event.nonce === undefined ? '' : `, nonce ${event.nonce}`}`,
        );
      case 'TransactionSent':
        return this.#moved(event, `SENT, ${attemptText(event.attempt)}`);
      case 'TransactionStuck':
        return this.#moved(event, 'STUCK');
      case 'TransactionRecovered':
        return this.#moved(event, 'SENT again');
      case 'TransactionSteered':
        return this.#moved(event, `the operator's ${event.action}`);
      case 'TransactionAccelerated':
        return this.#moved(event, `SENT again, ${attemptText(event.attempt)}`);
      case 'TransactionCancelledBeforeSend':
        return this.#moved(event, 'CANCELLED');
      case 'CancellationSent':
        return this.#moved(event, 'a cancellation is sent');
      case 'TransactionConfirmed':
        return this.#moved(event, `CONFIRMED in block ${event.block.height}`);
      case 'CancellationConfirmed':
        return this.#moved(event, `CANCELLED in block ${event.block.height}`);
      case 'TransactionReverted':
        return this.#moved(event, `FAILED: reverted in block ${event.block.height}`);
      case 'TransactionFailed':
        return this.#moved(event, `FAILED: ${event.details}`);
      case 'TransactionReorganised':
        return this.#moved(event, 'FAILED: its block left the chain');
      case 'TransactionReturnedToMempool':
        return this.#moved(event, 'SENT again: its block left the chain');
      case 'TransactionCompleted':
        return this.#moved(event, 'COMPLETE');
      case 'ChainChanged':
        return chainText(event);
      case 'PayloadSigned':
        return `${event.operation} by wallet ${this.#named(event.walletId)}`;
      case 'SubscriptionCreated':
      case 'SubscriptionUpdated':
        this.#setName(event.subscriptionId, event.name);
        return this.#subscriptionText(event);
      case 'SubscriptionRemoved':
        return this.#named(event.subscriptionId);
      case 'WebhookAttempted': {
        const { notification, attempt } = event;
        const { notificationType } = notification;
        const reported =
          'transaction' in notification
            ? `: ${this.#transaction(notification.transaction.id)} ${notification.transaction.state}`
            : '';
        return `${notificationType}${reported}, attempt ${attempt}`;
      }
      case 'WebhookDelivered':
        return `attempt ${event.attempt}: ${event.status}`;
      case 'WebhookFailed': {
        const { attempt, outcome, retryMs } = event;
        const status = 'status' in outcome ? ` ${outcome.status}` : '';
        return `attempt ${attempt}: ${outcome.kind}${status}${retryMs === undefined ? ', the last' : ''}`;
      }
      case 'MonitoringScopeSet':
        return event.scope;
      case 'TokensMonitored':
      case 'TokensUnmonitored':
        return event.tokenIds.map((id) => this.#token(id)?.label ?? id).join(', ');
      case 'EntitySecretAdopted':
      case 'RequestCounted':
        return undefined;
    }
  }

  #walletsText({ walletSetId, wallets }: Of<'WalletsCreated' | 'WalletDerived'>): string {
    for (const { id, name, address } of wallets) {
      this.#setName(id, name);
      this.#walletAt.set(address.toLowerCase(), id);
    }
    const chains = [...new Set(wallets.map(({ blockchain }) => blockchain))].join(', ');
    const names = wallets.slice(0, namesMax).map(({ id }) => this.#named(id));
    const more = wallets.length > namesMax ? `, and ${wallets.length - namesMax} more` : '';
    return `${names.join(', ')}${more} on ${chains}, in set ${this.#named(walletSetId)}`;
  }

  #transferText(event: Of<'TransferInitiated' | 'NftTransferInitiated'>, amount: string): string {
    const { transactionId, walletId, destination, feeLevel } = event;
    const receiver = this.#walletAt.get(destination.toLowerCase());
    const to = receiver === undefined ? destination : `wallet ${this.#named(receiver)}`;
    const text = `${amount} from wallet ${this.#named(walletId)} to ${to}${feeText(feeLevel)}`;
    return this.#begun(transactionId, text, amount);
  }

  /** Remembers what a transaction does. */
  #begun(id: string, text: string, what: string): string {
    this.#transactions.set(id, what);
    return text;
  }

  #moved({ transactionId }: { readonly transactionId: string }, state: string): string {
    const what = this.#transactions.get(transactionId);
    return what === undefined ? state : `${what}: ${state}`;
  }

  #transaction(id: string): string {
    const what = this.#transactions.get(id);
    return what === undefined ? id : `${what} (${id})`;
  }

  #subscriptionText(event: Of<'SubscriptionCreated' | 'SubscriptionUpdated'>): string {
    const name = this.#named(event.subscriptionId);
    if (event.type === 'SubscriptionCreated')
      return `${name}: ${event.notificationTypes.join(', ')}`;
    return `${name}: ${event.isEnabled ? 'enabled' : 'disabled'}`;
  }

  #setName(id: string, name: string | undefined): void {
    if (name !== undefined && name !== '') this.#names.set(id, name);
  }

  /** The name of an entity, or its id. */
  #named(id: string): string {
    const name = this.#names.get(id);
    return name === undefined ? id : `'${name}'`;
  }

  #token(id: string): KnownToken | undefined {
    const listed = wallet.catalogueToken(id);
    if (listed === undefined) return this.#tokens.get(id);
    return { label: listed.symbol ?? listed.name ?? id, decimals: listed.decimals };
  }

  #amount(units: string, tokenId: string, nftTokenId?: string): string {
    const token = this.#token(tokenId);
    const label = token?.label ?? tokenId;
    if (nftTokenId !== undefined)
      return `${units === '1' ? '' : `${units} x `}${label} #${nftTokenId}`;
    return `${wallet.formatAmount(BigInt(units), token?.decimals ?? 0)} ${label}`;
  }
}

function feeText(level: string | undefined): string {
  return level === undefined ? '' : `, fee ${level}`;
}

const gweiDecimals = 9;

function attemptText({ maxFee }: Of<'TransactionSent'>['attempt']): string {
  return `max fee ${wallet.formatAmount(BigInt(maxFee), gweiDecimals)} gwei`;
}

function chainText({ calmFee, congestionMilli, paused, blockTimeMs }: Of<'ChainChanged'>) {
  const parts = [
    ...(calmFee === undefined
      ? []
      : [`base fee ${wallet.formatAmount(BigInt(calmFee), gweiDecimals)} gwei`]),
    ...(congestionMilli === undefined ? [] : [`congestion ${congestionMilli / 1_000}`]),
    ...(paused === undefined ? [] : [paused ? 'paused' : 'running']),
    ...(blockTimeMs === undefined ? [] : [`a block each ${blockTimeMs} ms`]),
  ];
  return parts.join(', ');
}
