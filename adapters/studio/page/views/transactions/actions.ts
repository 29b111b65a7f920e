// What can be done about a transaction in its state: as orders, with the words of the command line.

import { wallet } from '../../../../../core/index.ts';
import type { SteeringOrder } from '../../model/steering.ts';

type Transaction = Pick<wallet.Transaction, 'id' | 'state' | 'direction' | 'blockchain'> & {
  readonly attempt?: { readonly mark?: string };
  readonly cancellation?: object;
};

interface Offered {
  readonly action: wallet.SteeringAction;
  readonly label: string;
  readonly help: string;
  readonly isFor: (transaction: Transaction) => boolean;
}

const inMempool = ({ state }: Transaction) => state === 'SENT' || state === 'STUCK';
const isMarked = ({ attempt }: Transaction) =>
  attempt?.mark === 'held' || attempt?.mark === 'dropped';
const beforeSending = ({ state }: Transaction) =>
  state === 'INITIATED' || state === 'CLEARED' || state === 'QUEUED';

const canReplace = ({ blockchain }: Transaction) =>
  wallet.chainOf(blockchain).rules?.canReplace === true;

const offered: readonly Offered[] = [
  {
    action: 'stick',
    label: 'Stick',
    help: 'Blocks exclude its present attempt; after ten blocks it is STUCK.',
    isFor: (transaction) => inMempool(transaction) && !isMarked(transaction),
  },
  {
    action: 'unstick',
    label: 'Unstick',
    help: 'Blocks may include it again.',
    isFor: (transaction) => inMempool(transaction) && isMarked(transaction),
  },
  {
    action: 'drop',
    label: 'Drop',
    help: 'It leaves the mempool: STUCK until it is replaced or unstuck.',
    isFor: inMempool,
  },
  {
    action: 'confirm',
    label: 'Confirm',
    help: 'The next block includes it, whatever it offers.',
    isFor: inMempool,
  },
  {
    action: 'fail',
    label: 'Fail',
    help: 'It fails: at once if it is not sent yet, else in its block.',
    isFor: (transaction) => inMempool(transaction) || beforeSending(transaction),
  },
  {
    action: 'deny',
    label: 'Deny',
    help: 'Screening denies it.',
    isFor: ({ state }) => state === 'INITIATED',
  },
  {
    action: 'reorg',
    label: 'Reorganise',
    help: 'Its block leaves the chain: it waits in the mempool again.',
    isFor: ({ state }) => state === 'CONFIRMED',
  },
  {
    action: 'accelerate',
    label: 'Accelerate',
    help: 'A new attempt offers more.',
    isFor: (transaction) =>
      canReplace(transaction) && inMempool(transaction) && transaction.cancellation === undefined,
  },
  {
    action: 'cancel',
    label: 'Cancel',
    help: 'At once if it is not sent yet, else a transaction races it.',
    isFor: (transaction) =>
      canReplace(transaction) && (inMempool(transaction) || beforeSending(transaction)),
  },
];

/** In the order of the command line; none for inbound transactions, which others steer. */
export function actionsFor(transaction: Transaction): readonly SteeringOrder[] {
  if (transaction.direction === 'INBOUND') return [];
  const { id } = transaction;
  return offered
    .filter(({ isFor }) => isFor(transaction))
    .map(({ action, label, help }) => ({
      label,
      help,
      words: ['tx', action, id],
      act: (world) => world.wallet.transactions.steer(id, action),
    }));
}
