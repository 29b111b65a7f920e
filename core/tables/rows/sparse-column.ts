// Integers by row id, copy-on-write in pages. Range filters and counts read these instead of records.

import { nextGeneration } from '../generation.ts';

interface Page {
  readonly generation: number;
  readonly values: Float64Array;
}

const valuesPerPage = 512;

export class SparseColumn {
  #generation = nextGeneration();
  #pages: (Page | undefined)[] = [];

  /** NaN if there is no value. */
  at(rowId: number): number {
    const page = this.#pages[(rowId / valuesPerPage) | 0];
    return page?.values[rowId & (valuesPerPage - 1)] ?? Number.NaN;
  }

  /** NaN removes the value. */
  set(rowId: number, value: number): void {
    const index = (rowId / valuesPerPage) | 0;
    const page = this.#pages[index];
    if (page === undefined && Number.isNaN(value)) return;
    this.#writable(index)[rowId & (valuesPerPage - 1)] = value;
  }

  fork(): SparseColumn {
    const copy = new SparseColumn();
    copy.#pages = this.#pages.slice();
    this.#generation = nextGeneration();
    return copy;
  }

  #writable(index: number): Float64Array {
    const page = this.#pages[index];
    if (page !== undefined && page.generation === this.#generation) return page.values;
    const values = page?.values.slice() ?? new Float64Array(valuesPerPage).fill(Number.NaN);
    while (this.#pages.length < index) this.#pages.push(undefined); // keeps the list dense
    this.#pages[index] = { generation: this.#generation, values };
    return values;
  }
}
