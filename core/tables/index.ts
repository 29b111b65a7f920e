// The public API of the in-memory database (see README.md). Other folders import this file and nothing deeper.

export type { Collection } from './collection.ts';
export { nextGeneration } from './generation.ts';
export { HashTable } from './hash-table.ts';
export type { KeyRange } from './indexes/ordering.ts';
export {
  anyColumn,
  choiceColumn,
  columnLayout,
  integerColumn,
  mappedColumn,
  uuidColumn,
  type Columns,
} from './rows/columns.ts';
export { recordsPerPage } from './rows/pages.ts';
export { textColumn } from './rows/text-column.ts';
export { RowIdSet } from './sets/row-id-set.ts';
export type { ListQuery, ReadonlyTable, SelectResult } from './table-contract.ts';
export { createTable, emptyTables, forkTables, Table, type ReadonlyState } from './table.ts';
