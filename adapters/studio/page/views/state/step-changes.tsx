// The rows that the last step changed, value by value.

import type { JSX } from 'preact';
import type { Envelope, RowChange, StateChanges } from '../../../../../core/index.ts';
import { Link } from '../../widgets/link.tsx';
import { flatValues, valueChanges, type ValuePrinter } from './values.ts';

interface StepProps {
  readonly changes: StateChanges;
  readonly event: Envelope | undefined;
  readonly printer: ValuePrinter;
  readonly isLoading: boolean;
}

/** Rows of one table that are shown; a step that creates thousands of wallets has more. */
const shownRowsMax = 50;

export function StepChanges({ changes, event, printer, isLoading }: StepProps): JSX.Element {
  const tables = Object.entries(changes);
  return (
    <>
      <h2>
        {event === undefined ? 'Before the first event' : `Changed by ${event.event.type}`}
        {event === undefined ? null : <span class="dim"> at position {event.position}</span>}
      </h2>
      {isLoading ? <p class="empty">Comparing with the moment before…</p> : null}
      {!isLoading && tables.length === 0 ? (
        <p class="empty">No row of any table differs from the moment before.</p>
      ) : null}
      {tables.map(([table, rows]) => (
        <section key={table} class="panel" aria-label={table}>
          <h3>
            <Link to={{ id: table }}>{table}</Link>
          </h3>
          {rows.slice(0, shownRowsMax).map((row) => (
            <RowChangeView key={row.rowId} table={table} change={row} printer={printer} />
          ))}
          {rows.length > shownRowsMax ? (
            <p class="dim">{rows.length - shownRowsMax} more rows are in the table.</p>
          ) : null}
        </section>
      ))}
    </>
  );
}

interface RowChangeProps {
  readonly table: string;
  readonly change: RowChange;
  readonly printer: ValuePrinter;
}

export function RowChangeView({ table, change, printer }: RowChangeProps): JSX.Element {
  const { rowId, before, after } = change;
  const valuesOf = (row: RowChange['after']) =>
    row === undefined ? new Map<string, string>() : flatValues(printer, table, row);
  const values = valueChanges(valuesOf(before), valuesOf(after));
  const kind = kindOf(change);
  return (
    <div class="row-change">
      <p>
        <span class={`changed-mark ${kind}`}>{kind}</span> row {rowId}
        {after === undefined ? null : (
          <>
            {' '}
            <Link to={{ id: `${table}/${rowId}` }}>show it</Link>
          </>
        )}
      </p>
      <dl class="values">
        {values.map(({ path, before: one, after: other }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              {one === undefined ? null : (
                <del>
                  <span class="hidden">before: </span>
                  {one}
                </del>
              )}
              {one === undefined || other === undefined ? null : (
                <span aria-hidden="true"> → </span>
              )}
              {other === undefined ? null : (
                <ins>
                  <span class="hidden">after: </span>
                  {other}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function kindOf({ before, after }: RowChange): 'new' | 'changed' | 'removed' {
  if (before === undefined) return 'new';
  return after === undefined ? 'removed' : 'changed';
}
