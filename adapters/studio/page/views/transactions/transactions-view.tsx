// The transactions of a world: the list, or the one that the address names.

import type { JSX } from 'preact';
import { address } from '../../model/address.ts';
import type { ViewProps } from '../view.ts';
import { TransactionList } from './transaction-list.tsx';
import { TransactionPage } from './transaction-page.tsx';

export function TransactionsView({ viewpoint, history }: ViewProps): JSX.Element {
  const { id } = address.value;
  const moment = viewpoint.moment.value;
  if (moment === undefined) return <p class="empty">Folding the state…</p>;
  return id === undefined ? (
    <TransactionList moment={moment} epochMs={history.record.epochMs} />
  ) : (
    <TransactionPage viewpoint={viewpoint} history={history} id={id} moment={moment} />
  );
}
