// How the entities of the wallet end: transactions by their states, wallets by their balances.

import { wallet, type States } from '../../../core/index.ts';
import type { Holding, LifeStep, LifeTeller, ServiceLives } from '../../contracts/lives.ts';
import type { StoryEvent } from '../../contracts/story.ts';
import { StoryNames } from './story-names.ts';
import { storyTextOf } from './story-texts.ts';

type WalletEvent = wallet.WalletEvent;

/** The state that clients read after an event. Events that change none are absent. */
const states: { readonly [Type in WalletEvent['type']]?: string } = {
  FundsDeposited: 'CONFIRMED',
  TransferInitiated: 'INITIATED',
  NftTransferInitiated: 'INITIATED',
  ContractExecutionInitiated: 'INITIATED',
  WalletUpgradeInitiated: 'INITIATED',
  InboundDetected: 'CONFIRMED',
  TransactionCleared: 'CLEARED',
  TransactionDenied: 'DENIED',
  TransactionQueued: 'QUEUED',
  TransactionSent: 'SENT',
  TransactionStuck: 'STUCK',
  TransactionRecovered: 'SENT',
  TransactionAccelerated: 'SENT',
  TransactionCancelledBeforeSend: 'CANCELLED',
  TransactionConfirmed: 'CONFIRMED',
  CancellationConfirmed: 'CANCELLED',
  TransactionReverted: 'FAILED',
  TransactionFailed: 'FAILED',
  TransactionReorganised: 'FAILED',
  TransactionReturnedToMempool: 'SENT',
  TransactionCompleted: 'COMPLETE',
  WalletFrozen: 'FROZEN',
  WalletUnfrozen: 'LIVE',
  SubscriptionCreated: 'created',
  SubscriptionRemoved: 'removed',
};

class WalletLives implements LifeTeller {
  readonly #names = new StoryNames();

  stepAt({ type, stream, data }: StoryEvent): LifeStep | undefined {
    const event = { ...data, type } as unknown as WalletEvent;
    storyTextOf(event, this.#names); // which learns names and amounts
    const state = states[event.type];
    if (state === undefined) return undefined;
    const [, kind = '', id = ''] = stream.split('/');
    const what = 'transactionId' in event ? this.#names.purpose(event.transactionId) : undefined;
    return { stream, name: `${kind} ${id}`, what, state };
  }
}

/** The most wallets whose balances are read, and the most balances of each. */
const walletsMax = 10_000;
const balancesMax = 1_000;

function* holdings({ wallet: state }: States): Iterable<Holding> {
  let count = 0;
  for (const { id } of state.wallets.values()) {
    count += 1;
    if (count > walletsMax) return;
    const query = { pageSize: balancesMax, order: 'ASC' } as const;
    const page = wallet.balancesView(state, id, { includeAll: true }, query);
    if (page?.ok !== true) continue;
    const values = new Map<string, string>();
    for (const { token, amount } of page.value.items) {
      const label = token.symbol ?? token.name ?? token.id;
      // Contracts may have the symbols of others.
      values.set(values.has(label) ? `${label} of ${token.address ?? token.id}` : label, amount);
    }
    yield {
      stream: `wallet/wallet/${id}`,
      name: `wallet ${id}`,
      values: Object.fromEntries(values),
    };
  }
}

export const walletLives: ServiceLives = { teller: () => new WalletLives(), holdings };
