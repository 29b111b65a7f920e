// Pages against a plain array, through forks of forks, in each layout.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyColumn, columnLayout, integerColumn } from '../../../../core/tables/rows/columns.ts';
import { nextGeneration } from '../../../../core/tables/generation.ts';
import {
  ObjectPage,
  Pages,
  recordsPerPage,
  type Layout,
} from '../../../../core/tables/rows/pages.ts';
import { textColumn } from '../../../../core/tables/rows/text-column.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';

interface Row {
  readonly name: string;
  readonly count: number;
}

type Rows = (Row | undefined)[];
type PagesPair = Pair<Pages<Row>, Rows>;

interface Command {
  /** Writes `count` rows, or empty slots, from this index on, which is at most the length. */
  readonly from: number;
  readonly count: number;
  readonly isHole: boolean;
}

const command: fc.Arbitrary<Command> = fc.record({
  from: fc.nat(400),
  count: fc.oneof(fc.nat(2), fc.nat(100)),
  isHole: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});

let rows = 0;

function run({ subject, model }: PagesPair, { from, count, isHole }: Command): void {
  const start = Math.min(from, model.length);
  for (let rowId = start; rowId < start + count; rowId += 1) {
    const row = isHole ? undefined : { name: `row ${(rows += 1)}`, count: rows % 7 };
    subject.set(rowId, row);
    model[rowId] = row;
  }
}

function check({ subject, model }: PagesPair): void {
  if (subject.length !== model.length) expect(subject.length).toBe(model.length);
  for (let rowId = 0; rowId <= model.length; rowId += 1) {
    const [found, expected] = [subject.get(rowId), model[rowId]];
    if (found?.name !== expected?.name || found?.count !== expected?.count) {
      expect({ rowId, found }).toEqual({ rowId, found: expected });
    }
    const id = subject.idAt(rowId, ({ name }) => name);
    if (id !== (expected?.name ?? '')) expect({ rowId, id }).toEqual({ rowId, id: expected?.name });
  }
}

const layouts: readonly (readonly [string, Layout<Row>])[] = [
  ['objects', () => new ObjectPage<Row>()],
  ['columns', columnLayout<Row>({ name: anyColumn<string>(), count: integerColumn })],
  ['columns with ids', columnLayout<Row>({ name: textColumn, count: integerColumn }, 'name')],
];

describe.each(layouts)('Pages of %s', (_name, layout) => {
  it('have the records of an array, and so have their forks, while any of them is written', () => {
    fc.assert(
      fc.property(forkStepsOf(command, 25), (steps) => {
        runForked<Pages<Row>, Rows, Command>({ subject: new Pages(layout), model: [] }, steps, {
          fork: ({ subject, model }) => ({ subject: subject.fork(), model: [...model] }),
          run,
          check,
        });
      }),
      runs(60),
    );
  });

  it('return exactly the pages that were written since a generation', () => {
    const commands = fc.array(command, { maxLength: 6 });
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const pair: PagesPair = { subject: new Pages(layout), model: [] };
        for (const each of before) run(pair, each);
        const generation = nextGeneration();
        const frozen = pair.subject.fork();
        const former = [...pair.model];
        const written = new Set<number>();
        for (const each of after) {
          const start = Math.min(each.from, pair.model.length);
          for (let place = start; place < start + each.count; place += 1) {
            written.add(Math.floor(place / recordsPerPage));
          }
          run(pair, each);
        }
        const { subject, model } = pair;
        expect(subject.pageCount).toBe(Math.ceil(model.length / recordsPerPage));
        for (let page = 0; page < subject.pageCount; page += 1) {
          const slots = model.slice(page * recordsPerPage, (page + 1) * recordsPerPage);
          expect(subject.pageSince(page, generation)).toEqual(
            written.has(page) ? slots : undefined,
          );
          expect(subject.pageSince(page, 0)).toEqual(slots);
        }
        for (let page = 0; page < frozen.pageCount; page += 1) {
          expect(frozen.pageSince(page, generation)).toBeUndefined();
          const slots = former.slice(page * recordsPerPage, (page + 1) * recordsPerPage);
          expect(frozen.pageSince(page, 0)).toEqual(slots);
        }
      }),
      runs(60),
    );
  });

  it('are undefined after their end', () => {
    const pages = new Pages(layout);
    expect([pages.length, pages.pageCount]).toEqual([0, 0]);
    expect(pages.get(0)).toBeUndefined();
    expect(pages.pageSince(0, 0)).toBeUndefined();
    expect(pages.idAt(0, ({ name }) => name)).toBe('');
  });
});

it('reads an id alone where its page can', () => {
  const pages = new Pages(columnLayout<Row>({ name: textColumn, count: integerColumn }, 'name'));
  pages.set(0, { name: 'row', count: 1 });
  const idOf = vi.fn(() => 'of the whole record');
  expect(pages.idAt(0, idOf)).toBe('row');
  expect(idOf).not.toHaveBeenCalled();
});
