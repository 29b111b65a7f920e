// A table of any length, of which the rows in sight are in the document.

import { useRef } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { listedRowsMax, useRowsInSight } from './rows-in-sight.ts';

export interface Column<Row> {
  readonly title: ComponentChildren;
  readonly key: string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
  readonly class?: string;
  /** The cell that names its row. */
  readonly isName?: boolean;
  /** How the rows are sorted by it, if they are. */
  readonly sorted?: 'ascending' | 'descending';
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** From 0. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row, index: number) => string | number;
  /** The row that is chosen. */
  readonly isCurrent?: (row: Row) => boolean;
}

/** Of each row, in pixels; the style says the same. */
const rowPx = 34;

export function VirtualTable<Row>(props: VirtualTableProps<Row>): JSX.Element {
  const { label, columns, rowAt, keyOf, isCurrent } = props;
  const count = Math.min(props.count, listedRowsMax);
  const box = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInSight(() => box.current, rowPx, count);
  const indices = Array.from({ length: end - first }, (_, index) => first + index);
  return (
    <div class="virtual" ref={box} tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={props.count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, title, class: named, sorted }) => (
              <th
                key={key}
                scope="col"
                class={named}
                {...(sorted === undefined ? {} : { 'aria-sort': sorted })}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space rows={first} columns={columns.length} />
          {indices.map((index) => {
            const row = rowAt(index);
            if (row === undefined) return null;
            return (
              <tr
                key={keyOf(row, index)}
                aria-rowindex={index + 2}
                {...(isCurrent?.(row) === true ? { 'aria-current': true } : {})}
              >
                {columns.map(({ key, cell, class: named, isName }) =>
                  isName === true ? (
                    <th key={key} scope="row" class={named}>
                      {cell(row, index)}
                    </th>
                  ) : (
                    <td key={key} class={named}>
                      {cell(row, index)}
                    </td>
                  ),
                )}
              </tr>
            );
          })}
          <Space rows={count - end} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

/** In place of the rows that are out of sight. */
function Space(props: { readonly rows: number; readonly columns: number }): JSX.Element | null {
  if (props.rows <= 0) return null;
  return (
    <tr class="space" aria-hidden="true">
      <td colSpan={props.columns} style={{ height: `${props.rows * rowPx}px` }} />
    </tr>
  );
}
