// The list of the transactions of a world at the scrubber.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PastMoment, wallet } from '../../../../../core/index.ts';
import { address, go } from '../../model/address.ts';
import { printInZone, printSince } from '../../model/instants.ts';
import { shortId } from '../../model/texts.ts';
import { Link } from '../../widgets/link.tsx';
import { VirtualTable, type Column } from '../../widgets/virtual-table.tsx';
import { amountOf, destinationOf, scannedMax, transactionRows } from './list.ts';
import { StateLabel } from './state-label.tsx';

interface ListProps {
  readonly moment: PastMoment;
  readonly epochMs: number;
}

export function TransactionList({ moment, epochMs }: ListProps): JSX.Element {
  const { q = '' } = address.value;
  const state = moment.states.wallet;
  const { ids, total, isCut } = useMemo(() => transactionRows(state, q), [state, q]);
  const columns: readonly Column<wallet.Transaction>[] = [
    {
      key: 'id',
      title: 'Id',
      isName: true,
      cell: ({ id }) => (
        <Link to={{ id }}>
          <code>{shortId(id)}</code>
        </Link>
      ),
    },
    { key: 'state', title: 'State', cell: (one) => <StateLabel state={one.state} /> },
    { key: 'amount', title: 'Amount', class: 'amount', cell: (one) => amountOf(state, one) },
    { key: 'chain', title: 'Chain', cell: ({ blockchain }) => blockchain },
    {
      key: 'way',
      title: 'Way',
      cell: ({ direction }) => (direction === 'INBOUND' ? 'in' : 'out'),
    },
    {
      key: 'from',
      title: 'From',
      cell: ({ source }) => <code title={source}>{shortId(source)}</code>,
    },
    {
      key: 'to',
      title: 'To',
      cell: (one) => <code title={destinationOf(one)}>{shortId(destinationOf(one))}</code>,
    },
    {
      key: 'since',
      title: 'Since',
      cell: ({ updatedMs }) => (
        <span title={`${printInZone(updatedMs, address.value.zone)}, virtual time`}>
          {printSince(updatedMs, epochMs)}
        </span>
      ),
    },
  ];
  return (
    <section aria-labelledby="transactions-title" class="transactions">
      <div class="view-head">
        <h1 id="transactions-title">Transactions</h1>
        <label class="search">
          <span class="hidden">Search transactions</span>
          <input
            type="search"
            value={q}
            placeholder="State, chain, id, hash, address, symbol"
            onInput={(event) => go({ q: event.currentTarget.value || null }, false)}
          />
        </label>
        <p class="dim" role="status">
          {q === '' ? `${total} at this moment.` : `${ids.length} of ${total} at this moment.`}
          {isCut ? ` Only the newest ${scannedMax} are searched.` : ''}
        </p>
      </div>
      {ids.length === 0 ? (
        <p class="empty">
          {total === 0
            ? 'There are no transactions at this moment.'
            : 'No transaction has all of these words.'}
        </p>
      ) : (
        <VirtualTable
          label="Table of transactions"
          columns={columns}
          count={ids.length}
          rowAt={(index) => state.transactions.get(ids[index] ?? '')}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
}
