// The state at the scrubber: what the last step changed, and each table.

import type { JSX } from 'preact';
import type { StateChanges } from '../../../../../core/index.ts';
import { address } from '../../model/address.ts';
import { printInZone } from '../../model/instants.ts';
import { Link } from '../../widgets/link.tsx';
import { useLoaded } from '../../widgets/use-loaded.ts';
import { ZoneChoice } from '../../widgets/zone-choice.tsx';
import type { ViewProps } from '../view.ts';
import { StepChanges } from './step-changes.tsx';
import { TableRowsView } from './table-rows.tsx';
import { tablesOf, type ShownTable } from './tables.ts';

const noChanges: StateChanges = {};

export function StateView({ viewpoint, history }: ViewProps): JSX.Element {
  const moment = viewpoint.moment.value;
  const position = moment?.position ?? 0;
  const loaded = useLoaded(
    async () => ({ position, changes: await history.past.changesAt(position) }),
    [history, position],
  );
  if (moment === undefined) return <p class="empty">Folding the state…</p>;
  const isCurrent = loaded.kind === 'loaded' && loaded.value.position === position;
  const changes = isCurrent ? loaded.value.changes : noChanges;
  const { id, zone } = address.value;
  const [domain, name, rowId] = id?.split('/') ?? [];
  const tables = tablesOf(moment.states);
  const table = tables.find((one) => one.name === `${domain}/${name}`);
  const printer = { state: moment.states.wallet, zone };
  return (
    <section class="state" aria-labelledby="state-title">
      <div class="view-head">
        <h1 id="state-title">State</h1>
        <p class="dim">
          {printInZone(moment.nowMs, zone)}, virtual time; digest{' '}
          <code title={moment.digest}>{moment.digest.slice(0, 12)}</code>
        </p>
        <ZoneChoice />
      </div>
      <TableList tables={tables} changes={changes} current={table?.name} />
      <div class="state-content">
        {id === undefined ? (
          <StepChanges
            changes={changes}
            event={history.event(position)}
            printer={printer}
            isLoading={!isCurrent}
          />
        ) : table === undefined ? (
          <p class="empty">There is no table {id}.</p>
        ) : (
          <TableRowsView
            key={table.name}
            table={table}
            rowId={rowId}
            changes={changes[table.name] ?? []}
            printer={printer}
          />
        )}
      </div>
    </section>
  );
}

/** Empty tables are behind a button. */
function TableList(props: {
  readonly tables: readonly ShownTable[];
  readonly changes: StateChanges;
  readonly current: string | undefined;
}): JSX.Element {
  const { tables, changes, current } = props;
  const isFull = ({ name, size }: ShownTable) =>
    size > 0 || changes[name] !== undefined || name === current;
  const empty = tables.filter((table) => !isFull(table));
  const entry = ({ name, size }: ShownTable) => (
    <li key={name}>
      <Link to={{ id: name, q: null }} {...(name === current ? { 'aria-current': 'page' } : {})}>
        {name}
      </Link>{' '}
      <span class="dim">{size}</span>{' '}
      {changes[name] === undefined ? null : (
        <span class="changed-mark">{changes[name].length} changed</span>
      )}
    </li>
  );
  return (
    <nav class="tables" aria-label="Tables">
      <ul>
        <li>
          <Link
            to={{ id: null, q: null }}
            {...(current === undefined ? { 'aria-current': 'page' } : {})}
          >
            Changes of this step
          </Link>
        </li>
        {tables.filter((table) => isFull(table)).map((table) => entry(table))}
      </ul>
      {empty.length === 0 ? null : (
        <details>
          <summary>
            {empty.length === 1 ? 'One empty table' : `${empty.length} empty tables`}
          </summary>
          <ul>{empty.map((table) => entry(table))}</ul>
        </details>
      )}
    </nav>
  );
}
