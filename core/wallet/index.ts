// The wallet domain as one value, and what adapters need of it.

import type { Domain } from '../decider.ts';
import type { WalletCommand } from './commands.ts';
import { decide, decideInPieces } from './decide.ts';
import { eventTypes, type WalletEvent } from './events.ts';
import { evolve, evolveInPieces } from './evolve.ts';
import { react } from './react.ts';
import type { WalletRejection } from './rejections.ts';
import { initialState, type WalletState } from './state.ts';

export type { WalletState } from './state.ts';
export { transactionLife, type TransactionChange } from './streams.ts';

export const wallet: Domain<WalletState, WalletCommand, WalletEvent, WalletRejection> = {
  name: 'wallet',
  eventTypes,
  decider: { initialState, decide, decideInPieces, evolve, evolveInPieces },
  react,
  sends: ({ type }) => type === 'WebhookAttempted',
  streamOf,
};

/** The stream of the entity that an event is about. */
function streamOf(event: WalletEvent): string {
  if ('notificationId' in event) return `notification/${event.notificationId}`;
  if ('subscriptionId' in event) return `subscription/${event.subscriptionId}`;
  if ('transactionId' in event) return `transaction/${event.transactionId}`;
  if ('walletId' in event) return `wallet/${event.walletId}`;
  if ('walletSetId' in event) return `walletSet/${event.walletSetId}`;
  if ('tokenId' in event) return `token/${event.tokenId}`;
  return 'blockchain' in event ? `chain/${event.blockchain}` : 'entity';
}
