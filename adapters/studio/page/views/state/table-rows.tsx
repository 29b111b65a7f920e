// One table at the scrubber: its rows, sorted and filtered, and the one that is chosen.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import { rowView, type Json, type RowChange } from '../../../../../core/index.ts';
import { address, go } from '../../model/address.ts';
import { Link } from '../../widgets/link.tsx';
import { VirtualTable, type Column } from '../../widgets/virtual-table.tsx';
import { kindOf, RowChangeView } from './step-changes.tsx';
import { parseQuery, rowsOf, sortedBy, tableRowsMax, type ShownTable } from './tables.ts';
import { flatValues, printValue, scopeInside, scopeOfRow, type ValuePrinter } from './values.ts';

interface TableRowsProps {
  readonly table: ShownTable;
  /** From the address; any text. */
  readonly rowId: string | undefined;
  readonly changes: readonly RowChange[];
  readonly printer: ValuePrinter;
}

interface Row {
  readonly rowId: number;
  readonly row: Json;
}

export function TableRowsView({ table, rowId, changes, printer }: TableRowsProps): JSX.Element {
  const { q = '' } = address.value;
  const query = useMemo(() => parseQuery(q), [q]);
  const { rowIds, keys, isCut } = useMemo(() => rowsOf(table, query), [printer.state, query]);
  const kinds = new Map(changes.map((change) => [change.rowId, kindOf(change)]));
  const removed = changes.filter(({ after }) => after === undefined);
  const chosen = rowId === undefined ? undefined : Number(rowId);
  const columns: readonly Column<Row>[] = [
    {
      key: 'row',
      title: 'Row',
      isName: true,
      cell: ({ rowId: id }) => <Link to={{ id: `${table.name}/${id}` }}>{id}</Link>,
    },
    {
      key: 'step',
      title: 'This step',
      cell: ({ rowId: id }) =>
        kinds.has(id) ? <span class={`changed-mark ${kinds.get(id)}`}>{kinds.get(id)}</span> : '',
    },
    ...keys.map((key): Column<Row> => {
      const sorted =
        query.sort?.key !== key
          ? undefined
          : query.sort.isDescending
            ? ('descending' as const)
            : ('ascending' as const);
      return {
        key: `.${key}`,
        title: (
          <button type="button" class="quiet" onClick={() => go({ q: sortedBy(q, key) || null })}>
            {key}
            {sorted === undefined ? '' : sorted === 'ascending' ? ' ▲' : ' ▼'}
          </button>
        ),
        ...(sorted === undefined ? {} : { sorted }),
        cell: ({ row }) => {
          const value = (row as Readonly<Record<string, Json>>)[key];
          const scope = scopeInside(row, scopeOfRow(table.name, row));
          const text = printValue(printer, key, value, scope);
          return <span title={text}>{text.slice(0, cellCharsMax)}</span>;
        },
      };
    }),
  ];
  return (
    <>
      <div class="view-head">
        <h2>{table.name}</h2>
        <label class="search">
          <span class="hidden">Filter rows</span>
          <input
            type="search"
            value={q}
            placeholder="Words in a row; sort:key, sort:-key"
            onInput={(event) => go({ q: event.currentTarget.value || null }, false)}
          />
        </label>
        <p class="dim" role="status">
          {query.words.length === 0
            ? `${table.size} rows.`
            : `${rowIds.length} of ${table.size} rows.`}
          {isCut ? ` Only the newest ${tableRowsMax} are searched.` : ''}
        </p>
      </div>
      {chosen === undefined ? null : <ChosenRow table={table} rowId={chosen} printer={printer} />}
      {removed.map((change) => (
        <RowChangeView key={change.rowId} table={table.name} change={change} printer={printer} />
      ))}
      {rowIds.length === 0 ? (
        <p class="empty">
          {table.size === 0
            ? 'The table is empty at this moment.'
            : 'No row has all of these words.'}
        </p>
      ) : (
        <VirtualTable
          label={`Rows of ${table.name}`}
          columns={columns}
          count={rowIds.length}
          rowAt={(index) => {
            const id = rowIds[index];
            const row = id === undefined ? undefined : table.at(id);
            return row === undefined ? undefined : { rowId: id!, row: rowView(row) };
          }}
          keyOf={({ rowId: id }) => id}
          isCurrent={({ rowId: id }) => id === chosen}
        />
      )}
    </>
  );
}

/** Of a cell; the chosen row shows all. */
const cellCharsMax = 120;

function ChosenRow(props: {
  readonly table: ShownTable;
  readonly rowId: number;
  readonly printer: ValuePrinter;
}): JSX.Element {
  const { table, rowId, printer } = props;
  const row = table.at(rowId);
  return (
    <section class="panel" aria-label={`Row ${rowId}`}>
      <h3>
        Row {rowId} <Link to={{ id: table.name }}>close</Link>
      </h3>
      {row === undefined ? (
        <p class="empty">There is no such row at this moment.</p>
      ) : (
        <dl class="values">
          {[...flatValues(printer, table.name, rowView(row))].map(([path, text]) => (
            <div key={path}>
              <dt>{path}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
