// Collections as snapshots use them: each round stores the pages written since the last one, and the newest version of
// each page restores an equal collection.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../core/tables/collection.ts';
import { DueQueue, type SubjectDues } from '../../../core/engine/due-queue.ts';
import { nextGeneration } from '../../../core/tables/generation.ts';
import { HashTable } from '../../../core/tables/hash-table.ts';
import { parseRecords, printRecords } from '../../../core/kernel/record-text.ts';
import { createTable, type Table } from '../../../core/tables/table.ts';
import { runs } from '../../support/collections/forks.ts';
import { parcelId, parcelLayout, type Parcel } from '../../support/collections/column-records.ts';

interface Change {
  readonly number: number;
  readonly isRemoval: boolean;
  readonly value: number;
}

/** A collection with the operations of this test. */
interface Kind<V, C extends Collection<V>> {
  readonly empty: () => C;
  readonly fork: (collection: C) => C;
  readonly change: (collection: C, change: Change) => void;
  readonly show: (collection: C) => unknown;
}

type Counted = readonly [key: string, count: number];

const hashTables: Kind<Counted, HashTable<Counted>> = {
  empty: () => new HashTable(([key]) => key),
  fork: (table) => table.fork(),
  change: (table, { number, isRemoval, value }) => {
    if (isRemoval) table.delete(`${number}`);
    else table.set(`${number}`, [`${number}`, value]);
  },
  show: (table) => [...table.values()].sort(([left], [right]) => (left < right ? -1 : 1)),
};

const tables: Kind<Parcel | null, Table<Parcel>> = {
  empty: () => createTable<Parcel>(({ id }) => id, {}, parcelLayout),
  fork: (table) => table.fork(),
  change: (table, { number, isRemoval, value }) => {
    const id = parcelId(number);
    if (!isRemoval) table.put({ id, owner: '~', weight: value, parts: [BigInt(value)] });
    else if (table.get(id) !== undefined) table.remove(id);
  },
  show: (table) => Array.from({ length: table.insertedCount }, (_, rowId) => table.at(rowId)),
};

const queues: Kind<SubjectDues, DueQueue> = {
  empty: () => new DueQueue(),
  fork: (queue) => queue.fork(),
  change: (queue, { number, isRemoval, value }) => {
    const place = { subject: `${number}`, name: `${value % 2}` };
    if (isRemoval) queue.clear(place.subject, place.name);
    else queue.set({ ...place, class: 'timeout', dueMs: value, command: { type: 'Do' } }, 1);
  },
  show: (queue) => queue.list(),
};

const rounds: fc.Arbitrary<readonly (readonly Change[])[]> = fc.array(
  fc.array(fc.record({ number: fc.nat(300), isRemoval: fc.boolean(), value: fc.nat(1_000) }), {
    maxLength: 80,
    size: 'max',
  }),
  { minLength: 1, maxLength: 6 },
);

function checkAgainstModel<V, C extends Collection<V>>({
  empty,
  fork,
  change,
  show,
}: Kind<V, C>): void {
  fc.assert(
    fc.property(rounds, (sequence) => {
      const running = empty();
      const stored: string[] = [];
      let since = 0;
      for (const changes of sequence) {
        for (const each of changes) change(running, each);
        const generation = nextGeneration();
        const frozen = fork(running);
        change(running, { number: 0, isRemoval: false, value: 7 }); // a write to the original after the fork
        for (let page = 0; page < frozen.pageCount; page += 1) {
          const values = frozen.pageSince(page, since);
          if (values !== undefined) stored[page] = printRecords(values);
        }
        since = generation;
        const again = empty();
        for (const [page, text] of stored.entries()) {
          again.restorePage(page, frozen.pageCount, parseRecords(text) as readonly V[]);
        }
        expect(stored.length).toBe(frozen.pageCount);
        expect(show(again)).toEqual(show(frozen));
      }
    }),
    runs(60),
  );
}

describe('pages that are stored as they change', () => {
  it('restore an equal hash table', () => checkAgainstModel(hashTables));
  it('restore an equal table', () => checkAgainstModel(tables));
  it('restore an equal due queue', () => checkAgainstModel(queues));
});
