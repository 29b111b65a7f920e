// The text of each type of event in a story of the wallet. What an event tells of names is remembered for later ones.

import { wallet } from '../../../core/index.ts';
import type { StoryNames } from './story-names.ts';

type WalletEvent = wallet.WalletEvent;
type Of<Type extends WalletEvent['type']> = Extract<WalletEvent, { readonly type: Type }>;
type TextOf<Event> = (event: Event, names: StoryNames) => string | undefined;

/** How many wallets are listed by name. */
const namesMax = 3;

const texts: { readonly [Type in WalletEvent['type']]: TextOf<Of<Type>> } = {
  WalletSetCreated: walletSetText,
  WalletSetUpdated: walletSetText,
  WalletsCreated: walletsText,
  WalletDerived: walletsText,
  WalletUpdated: (event, names) => {
    const before = names.named(event.walletId);
    names.setName(event.walletId, event.name);
    const changes = Object.entries(wallet.metadataOf(event)).map(
      ([member, value]) => `${member} '${value}'`,
    );
    return `wallet ${before}: ${changes.join(', ')}`;
  },
  WalletFrozen: ({ walletId }, names) => `wallet ${names.named(walletId)}`,
  WalletUnfrozen: ({ walletId }, names) => `wallet ${names.named(walletId)}`,
  TokenRegistered: ({ tokenId, symbol, name, decimals, standard, blockchain }, names) => {
    const label = symbol ?? name ?? tokenId;
    names.setToken(tokenId, { label, decimals });
    return `${label} (${standard}) on ${blockchain}`;
  },
  FundsDeposited: ({ units, tokenId, nftTokenId, walletId, transactionId }, names) => {
    const amount = names.amount(units, tokenId, nftTokenId);
    names.setTransaction(transactionId, amount);
    return `${amount} to wallet ${names.named(walletId)}`;
  },
  SecondaryFundsDeposited: ({ units, tokenId, walletId }, names) =>
    `${names.amount(units, tokenId)} to wallet ${names.named(walletId)}`,
  TransferInitiated: (event, names) =>
    transferText(event, names.amount(event.units, event.tokenId), names),
  NftTransferInitiated: (event, names) => {
    const { nfts, tokenId } = event;
    const items = nfts.map(({ units, nftTokenId }) => names.amount(units, tokenId, nftTokenId));
    return transferText(event, items.join(', '), names);
  },
  ContractExecutionInitiated: ({ transactionId, contract, abi, walletId, feeLevel }, names) => {
    const call = `${abi?.signature ?? 'a call'} of ${contract}`;
    names.setTransaction(transactionId, call);
    return `${call} by wallet ${names.named(walletId)}${feeText(feeLevel)}`;
  },
  WalletUpgradeInitiated: ({ transactionId, walletId }, names) => {
    names.setTransaction(transactionId, 'the upgrade');
    return `an upgrade of wallet ${names.named(walletId)}`;
  },
  InboundDetected: ({ transactionId, outboundId, walletId }, names) => {
    const what = names.purpose(outboundId) ?? 'a transfer';
    names.setTransaction(transactionId, what);
    return `${what} arrives at wallet ${names.named(walletId)}`;
  },
  TransactionCleared: moved(() => 'CLEARED'),
  TransactionDenied: moved(({ reason }) => `DENIED: ${reason}`),
  TransactionQueued: moved(({ nonce }) => `QUEUED${nonce === undefined ? '' : `, nonce ${nonce}`}`),
  TransactionSent: moved(({ attempt }) => `SENT, ${attemptText(attempt)}`),
  TransactionStuck: moved(() => 'STUCK'),
  TransactionRecovered: moved(() => 'SENT again'),
  TransactionSteered: moved(({ action }) => `the operator's ${action}`),
  TransactionAccelerated: moved(({ attempt }) => `SENT again, ${attemptText(attempt)}`),
  TransactionCancelledBeforeSend: moved(() => 'CANCELLED'),
  CancellationSent: moved(() => 'a cancellation is sent'),
  TransactionConfirmed: moved(({ block }) => `CONFIRMED in block ${block.height}`),
  CancellationConfirmed: moved(({ block }) => `CANCELLED in block ${block.height}`),
  TransactionReverted: moved(({ block }) => `FAILED: reverted in block ${block.height}`),
  TransactionFailed: moved(({ details }) => `FAILED: ${details}`),
  TransactionReorganised: moved(() => 'FAILED: its block left the chain'),
  TransactionReturnedToMempool: moved(() => 'SENT again: its block left the chain'),
  TransactionCompleted: moved(() => 'COMPLETE'),
  ChainChanged: chainText,
  PayloadSigned: ({ operation, walletId }, names) =>
    `${operation} by wallet ${names.named(walletId)}`,
  SubscriptionCreated: ({ subscriptionId, name, notificationTypes }, names) => {
    names.setName(subscriptionId, name);
    return `${names.named(subscriptionId)}: ${notificationTypes.join(', ')}`;
  },
  SubscriptionUpdated: ({ subscriptionId, name, isEnabled }, names) => {
    names.setName(subscriptionId, name);
    return `${names.named(subscriptionId)}: ${isEnabled ? 'enabled' : 'disabled'}`;
  },
  SubscriptionRemoved: ({ subscriptionId }, names) => names.named(subscriptionId),
  WebhookAttempted: ({ notification, attempt }, names) => {
    const reported =
      'transaction' in notification
        ? `: ${names.transaction(notification.transaction.id)} ${notification.transaction.state}`
        : '';
    return `${notification.notificationType}${reported}, attempt ${attempt}`;
  },
  WebhookDelivered: ({ attempt, status }) => `attempt ${attempt}: ${status}`,
  WebhookFailed: ({ attempt, outcome, retryMs }) => {
    const status = 'status' in outcome ? ` ${outcome.status}` : '';
    return `attempt ${attempt}: ${outcome.kind}${status}${retryMs === undefined ? ', the last' : ''}`;
  },
  MonitoringScopeSet: ({ scope }) => scope,
  TokensMonitored: tokensText,
  TokensUnmonitored: tokensText,
  EntitySecretAdopted: () => undefined,
  RequestCounted: () => undefined,
};

/** The text of an event; undefined if there is nothing to tell, also for types that are not known. */
export function storyTextOf(event: WalletEvent, names: StoryNames): string | undefined {
  if (!Object.hasOwn(texts, event.type)) return undefined;
  return (texts[event.type] as TextOf<WalletEvent>)(event, names);
}

/** Names the transaction before its state. */
function moved<Event extends { readonly transactionId: string }>(
  stateText: (event: Event) => string,
): TextOf<Event> {
  return (event, names) => {
    const what = names.purpose(event.transactionId);
    return what === undefined ? stateText(event) : `${what}: ${stateText(event)}`;
  };
}

function walletSetText(
  { walletSetId, name }: Of<'WalletSetCreated' | 'WalletSetUpdated'>,
  names: StoryNames,
): string | undefined {
  names.setName(walletSetId, name);
  return name === undefined ? undefined : `'${name}'`;
}

function walletsText(
  { walletSetId, wallets }: Of<'WalletsCreated' | 'WalletDerived'>,
  names: StoryNames,
): string {
  for (const { id, name, address } of wallets) {
    names.setName(id, name);
    names.setAddress(id, address);
  }
  const chains = [...new Set(wallets.map(({ blockchain }) => blockchain))].join(', ');
  const listed = wallets.slice(0, namesMax).map(({ id }) => names.named(id));
  const more = wallets.length > namesMax ? `, and ${wallets.length - namesMax} more` : '';
  return `${listed.join(', ')}${more} on ${chains}, in set ${names.named(walletSetId)}`;
}

function transferText(
  event: Of<'TransferInitiated' | 'NftTransferInitiated'>,
  amount: string,
  names: StoryNames,
): string {
  const { transactionId, walletId, destination, feeLevel } = event;
  names.setTransaction(transactionId, amount);
  const to = names.receiver(destination);
  return `${amount} from wallet ${names.named(walletId)} to ${to}${feeText(feeLevel)}`;
}

function tokensText(
  { tokenIds }: Of<'TokensMonitored' | 'TokensUnmonitored'>,
  names: StoryNames,
): string {
  return tokenIds.map((id) => names.tokenLabel(id)).join(', ');
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
