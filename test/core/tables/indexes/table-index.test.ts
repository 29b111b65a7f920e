// Indexes lag behind the records of their table. Queries return the same results as without the lag.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordsPerPage } from '../../../../core/tables/rows/pages.ts';
import { createTable, type Table } from '../../../../core/tables/table.ts';
import { runs } from '../../../support/runner/runs.ts';

interface Note {
  readonly id: string;
  readonly tags: readonly string[];
  readonly at: number | null;
  readonly text: string;
}

type Notes = Table<Note, 'tag', 'at', 'mark'>;
type Content = Omit<Note, 'id'>;

const words = ['jazz', 'Jazzy', 'fair', 'at night'];
const tags = ['a', 'b', 'c'];

/** The marks of a note. Those of `at` are far apart, so that they are in different pages of the column. */
function marksOf({ tags: all, at }: Content): readonly number[] {
  return [...all.map((tag) => tags.indexOf(tag)), ...(at === null ? [] : [1_000 * (at + 1)])];
}

let queryCount = 0;
const newTable = (): Notes =>
  createTable<Note, 'tag', 'at', 'mark'>(
    ({ id }) => id,
    {
      tag: ({ tags: all }) => {
        queryCount += 1;
        return all;
      },
    },
    undefined,
    {
      orders: { at: ({ at }) => (at === null ? undefined : [at]) },
      search: { of: ({ text }) => [text], fold: (text) => text.toLowerCase() },
      counts: { mark: marksOf },
    },
  );

const content: fc.Arbitrary<Content> = fc.record({
  tags: fc.subarray(tags),
  at: fc.option(fc.nat(3), { nil: null }),
  text: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((some) => some.join(' ')),
});

type Step =
  | { readonly does: 'put'; readonly from: number; readonly count: number; readonly as: Content }
  | { readonly does: 'remove'; readonly from: number; readonly count: number }
  | { readonly does: 'ask'; readonly what: number }
  | { readonly does: 'fork' }
  | { readonly does: 'restore' };

const from = fc.nat(150);
const count = fc.oneof(fc.nat(3), fc.nat(80));
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant('put'), from, count, as: content }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('remove'), from, count }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('ask'), what: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('fork') }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('restore') }) },
  ),
  { maxLength: 15 },
);

const page = { order: 'at', direction: 'ascending', offset: 0, limit: 1_000 } as const;

const marks = [0, 1, 2, 3, 1_000, 2_000, 3_000, 4_000, 5_000];

/** The results of all queries that use indexes. */
function answers(table: Notes) {
  return {
    counts: tags.map((tag) => table.count('tag', tag)),
    tallies: marks.map((mark) => table.countOf('mark', mark)),
    lists: tags.map((tag) => table.list({ by: { tag }, order: 'descending', limit: 1_000 })),
    ordered: table.select(page),
    ranged: table.select({ ...page, within: { at: { from: 1, upTo: 2 } }, by: { tag: tags } }),
    found: ['jazz', 'z', 'at n'].map((phrase) => table.select({ ...page, containing: [phrase] })),
  };
}

/** A table whose indexes never lag behind. */
function promptly(records: Iterable<Note>): Notes {
  const table = newTable();
  for (const record of records) {
    table.insert(record);
    answers(table);
  }
  return table;
}

function runQuery(table: Notes, what: number): void {
  if (what === 0) table.count('tag', 'a');
  if (what === 1) table.select(page);
  if (what === 2) table.select({ ...page, containing: ['jazz'] });
  if (what === 3) table.countOf('mark', 1_000);
}

function restored(table: Notes): Notes {
  const copy = table.emptyCopy();
  for (let at = 0; at < table.pageCount; at += 1) {
    copy.restorePage(at, table.pageCount, table.pageSince(at, 0) ?? []);
  }
  return copy;
}

describe('the indexes of a table', () => {
  it('answer as if they never lagged, in every fork, after any changes of pending records', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let table = newTable();
        const all = [table];
        for (const step of taken) {
          switch (step.does) {
            case 'put':
              for (let at = step.from; at < step.from + step.count; at += 1) {
                table.put({ id: `${at}`, ...step.as });
              }
              break;
            case 'remove':
              for (let at = step.from; at < step.from + step.count; at += 1) {
                if (table.get(`${at}`) !== undefined) table.remove(`${at}`);
              }
              break;
            case 'ask':
              runQuery(table, step.what);
              break;
            case 'fork':
              table = table.fork();
              all.push(table);
              break;
            case 'restore':
              table = restored(table);
              all.push(table);
          }
        }
        for (const each of all) {
          expect(answers(each)).toEqual(answers(promptly(each.values())));
          const said = [...each.values()].flatMap(marksOf);
          const recount = marks.map((mark) => said.filter((one) => one === mark).length);
          expect(marks.map((mark) => each.countOf('mark', mark))).toEqual(recount);
        }
      }),
      runs(60),
    );
  });

  it('read no record before a query needs it, and have at most a page of records pending', () => {
    const table = newTable();
    const insert = (count: number) => {
      for (let at = 0; at < count; at += 1) {
        table.insert({ id: `${table.insertedCount}`, tags: ['a'], at: null, text: '' });
      }
    };
    queryCount = 0;
    insert(recordsPerPage - 1);
    table.replace({ id: '3', tags: ['b'], at: 1, text: 'fair' });
    table.remove('4');
    expect(queryCount).toBe(0);
    insert(3 * recordsPerPage);
    queryCount = 0;
    expect(table.count('tag', 'a')).toBe(table.insertedCount - 2);
    expect(queryCount).toBeLessThanOrEqual(recordsPerPage);
  });
});
