// The exchanges of a world: the list, or the one that the address names.

import type { JSX } from 'preact';
import { address } from '../../model/address.ts';
import { Link } from '../../widgets/link.tsx';
import type { ViewProps } from '../view.ts';
import { ExchangeList } from './exchange-list.tsx';
import { ExchangePage } from './exchange-page.tsx';

export function ExchangesView({ viewpoint, history }: ViewProps): JSX.Element {
  const { id } = address.value;
  if (id === undefined) return <ExchangeList viewpoint={viewpoint} history={history} />;
  const exchange = history.exchanges.value.find(({ n }) => String(n) === id);
  return exchange === undefined ? (
    <p class="empty">
      There is no exchange {id} here: it comes later, or the server has dropped it.{' '}
      <Link to={{ id: null }}>All exchanges</Link>
    </p>
  ) : (
    <ExchangePage viewpoint={viewpoint} history={history} exchange={exchange} />
  );
}
