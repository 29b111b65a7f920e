// A copy-on-write column of integers by ordinal, in pages: what range tests read instead of records.

import { nextGeneration } from '../generation.ts';

interface Page {
  readonly generation: number;
  readonly values: Float64Array;
}

const valuesPerPage = 512;

export class Numbers {
  #generation = nextGeneration();
  #pages: (Page | undefined)[] = [];

  /** NaN where there is none. */
  at(ordinal: number): number {
    const page = this.#pages[(ordinal / valuesPerPage) | 0];
    return page?.values[ordinal & (valuesPerPage - 1)] ?? Number.NaN;
  }

  /** NaN takes the value away. */
  set(ordinal: number, value: number): void {
    const place = (ordinal / valuesPerPage) | 0;
    const page = this.#pages[place];
    if (page === undefined && Number.isNaN(value)) return;
    this.#writable(place)[ordinal & (valuesPerPage - 1)] = value;
  }

  fork(): Numbers {
    const twin = new Numbers();
    twin.#pages = this.#pages.slice();
    this.#generation = nextGeneration();
    return twin;
  }

  #writable(place: number): Float64Array {
    const page = this.#pages[place];
    if (page !== undefined && page.generation === this.#generation) return page.values;
    const values = page?.values.slice() ?? new Float64Array(valuesPerPage).fill(Number.NaN);
    while (this.#pages.length < place) this.#pages.push(undefined); // keeps the list dense
    this.#pages[place] = { generation: this.#generation, values };
    return values;
  }
}
