// The list of exchanges with its filters.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Exchange } from '../../../story/story.ts';
import { address, go } from '../../model/address.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import { Link } from '../../widgets/link.tsx';
import { VirtualTable, type Column } from '../../widgets/virtual-table.tsx';
import type { ViewProps } from '../view.ts';
import {
  isUnmatchedRequest,
  matchesQuery,
  outcomeOf,
  parseExchangeQuery,
  servicesIn,
  withFilter,
} from './exchange-rows.ts';

const statuses = ['2xx', '3xx', '4xx', '5xx'] as const;

export function ExchangeList({ viewpoint, history }: ViewProps): JSX.Element {
  const { q = '' } = address.value;
  const exchanges = history.exchanges.value;
  const query = useMemo(() => parseExchangeQuery(q), [q]);
  const shown = useMemo(
    () => exchanges.filter((exchange) => matchesQuery(exchange, query)),
    [exchanges, query],
  );
  const { epochMs } = history.record;
  const nowMs = viewpoint.isAtEnd.value ? Infinity : (viewpoint.moment.value?.nowMs ?? Infinity);
  const filter = (name: 'service' | 'status' | 'unmatched', value: string | undefined) =>
    go({ q: withFilter(q, name, value) || null });
  return (
    <section class="exchanges" aria-labelledby="exchanges-title">
      <div class="view-head">
        <h1 id="exchanges-title">Exchanges</h1>
        <label class="search">
          <span class="hidden">Search exchanges</span>
          <input
            type="search"
            value={q}
            placeholder="Words; service:wallet, status:4xx, unmatched"
            onInput={(event) => go({ q: event.currentTarget.value || null }, false)}
          />
        </label>
        <Choice
          label="Service"
          value={query.service}
          options={servicesIn(exchanges)}
          onChoice={(value) => filter('service', value)}
        />
        <Choice
          label="Status"
          value={query.status}
          options={statuses}
          onChoice={(value) => filter('status', value)}
        />
        <label>
          <input
            type="checkbox"
            checked={query.isUnmatched}
            onChange={({ currentTarget }) =>
              filter('unmatched', currentTarget.checked ? 'yes' : undefined)
            }
          />{' '}
          Unmatched
        </label>
        <p class="dim" role="status">
          {shown.length === exchanges.length
            ? `${exchanges.length} exchanges.`
            : `${shown.length} of ${exchanges.length} exchanges.`}
        </p>
      </div>
      {shown.length === 0 ? (
        <p class="empty">
          {exchanges.length === 0
            ? 'No exchange is known: nothing was sent yet, or this world keeps no journal of requests.'
            : 'No exchange fits the filters.'}
        </p>
      ) : (
        <VirtualTable
          label="Table of exchanges"
          columns={columnsOf(epochMs, nowMs)}
          count={shown.length}
          rowAt={(index) => shown[index]}
          keyOf={({ n }) => n}
        />
      )}
    </section>
  );
}

function columnsOf(epochMs: number, nowMs: number): readonly Column<Exchange>[] {
  return [
    { key: 'n', title: 'No.', class: 'number', isName: true, cell: ({ n }) => n },
    {
      key: 'at',
      title: 'Time',
      cell: ({ atMs }) => (
        <span title={`${printInstant(atMs)}, virtual time`}>
          {printSince(atMs, epochMs)}
          {atMs > nowMs ? <span class="dim"> later</span> : null}
        </span>
      ),
    },
    { key: 'service', title: 'Service', cell: ({ service }) => service },
    {
      key: 'request',
      title: 'Request',
      class: 'wide',
      cell: ({ n, method, url, kind }) => (
        <Link to={{ id: String(n) }}>
          {kind === 'socket' ? 'WS' : method} {url.slice(0, urlCharsMax)}
        </Link>
      ),
    },
    {
      key: 'outcome',
      title: 'Answer',
      cell: (exchange) => (
        <span class={toneOf(exchange)}>
          {outcomeOf(exchange)}
          {isUnmatchedRequest(exchange) ? ' unmatched' : ''}
        </span>
      ),
    },
    { key: 'events', title: 'Events', class: 'number', cell: ({ events }) => events.length },
  ];
}

const urlCharsMax = 200;

function toneOf({ status, failure }: Exchange): string {
  if (failure !== undefined || (status ?? 0) >= 500) return 'bad';
  return (status ?? 0) >= 400 ? 'warn' : '';
}

function Choice(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  readonly onChoice: (value: string | undefined) => void;
}): JSX.Element {
  const { label, value = '', options, onChoice } = props;
  const all = options.includes(value) || value === '' ? options : [value, ...options];
  return (
    <label>
      <span class="dim">{label}</span>{' '}
      <select
        value={value}
        onChange={({ currentTarget }) => onChoice(currentTarget.value || undefined)}
      >
        <option value="">all</option>
        {all.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
