// Selections of a table against filtering and sorting a plain array, through forks of forks.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import type { KeyRange } from '../../../../core/tables/indexes/ordering.ts';
import type { SelectQuery } from '../../../../core/tables/table-contract.ts';
import { createTable, type Table } from '../../../../core/tables/table.ts';
import { forkStepsOf, runForked, runs, type Pair } from '../../../support/collections/forks.ts';

/** A play, with an index of its kinds, and ordered by its start and by its end. */
interface Play {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly stage?: string;
  readonly start: number;
  readonly end: number;
  readonly announced: number | undefined;
  readonly title: string;
}

type Index = 'kind' | 'stage';
type Order = 'start' | 'end' | 'announced';
type Query = SelectQuery<Play, Index, Order>;
type Plays = Table<Play, Index, Order>;
type PlaysPair = Pair<Plays, { rows: (Play | undefined)[] }>;

const newTable = (): Plays =>
  createTable<Play, Index, Order>(
    ({ id }) => id,
    { kind: ({ kinds }) => kinds, stage: ({ stage }) => stage },
    undefined,
    {
      orders: {
        start: ({ start, end }) => [start, end],
        end: ({ end }) => [end],
        announced: ({ announced }) => (announced === undefined ? undefined : [announced]),
      },
      search: {
        of: ({ title, stage }) => [title, stage ?? ''],
        fold: (text) => text.toLowerCase(),
      },
    },
  );

const kinds = ['farce', 'tragedy', 'opera', 'mime'];
const stages = ['Globe', 'Rose'];
const titles = ['Hamlet', 'Much Ado', 'The Globe at night', 'hamlet again', ''];

interface Command {
  readonly does: 'put' | 'remove';
  readonly from: number;
  readonly count: number;
  readonly data: Omit<Play, 'id'>;
}

const command: fc.Arbitrary<Command> = fc.record({
  does: fc.constantFrom('put', 'put', 'put', 'remove'),
  from: fc.nat(150),
  count: fc.oneof(fc.nat(3), fc.nat(80)),
  data: fc.record(
    {
      kinds: fc.subarray(kinds),
      stage: fc.constantFrom(...stages),
      start: fc.nat(20),
      end: fc.nat(30),
      announced: fc.option(fc.nat(5), { nil: undefined }),
      title: fc.constantFrom(...titles),
    },
    { requiredKeys: ['kinds', 'start', 'end', 'announced', 'title'] },
  ),
});

function run({ subject, model }: PlaysPair, { does, from, count, data }: Command): void {
  for (let number = from; number < from + count; number += 1) {
    const id = `play ${number}`;
    const rowId = model.rows.findIndex((row) => row?.id === id);
    const record = { id, ...data, start: data.start + (number % 5) };
    if (does === 'put') {
      subject.put(record);
      if (rowId === -1) model.rows.push(record);
      else model.rows[rowId] = record;
    } else if (rowId !== -1) {
      subject.remove(id);
      model.rows[rowId] = undefined;
    }
  }
}

const bound = fc.option(fc.nat(30), { nil: undefined });
const range: fc.Arbitrary<KeyRange> = fc.oneof(
  fc.record({ from: bound, upTo: bound }, { requiredKeys: [] }),
  fc.record({ above: bound, below: bound }, { requiredKeys: [] }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const phrases = fc.array(
  fc.constantFrom('ham', 'GLOBE', 'o', 'at night', 'ado', 'Much A', ' ', 'zz', 'night at', ''),
  { maxLength: 2 },
);

const query: fc.Arbitrary<Query> = fc.record(
  {
    order: fc.constantFrom('start', 'end', 'announced'),
    direction: fc.constantFrom('ascending', 'descending'),
    offset: fc.oneof(fc.constant(0), fc.nat(100)),
    limit: fc.oneof(fc.nat(4), fc.constant(50)),
    by: fc.record(
      {
        kind: fc.oneof(
          fc.constantFrom(...kinds, 'never', undefined),
          fc.subarray([...kinds, 'never']),
        ),
        stage: maybe(fc.constantFrom(...stages)),
      },
      { requiredKeys: [] },
    ),
    within: fc.record(
      { start: maybe(range), end: maybe(range), announced: maybe(range) },
      { requiredKeys: [] },
    ),
    containing: maybe(phrases),
    lacking: maybe(phrases),
    ids: maybe(
      fc.array(
        fc.nat(160).map((number) => `play ${number}`),
        { maxLength: 40 },
      ),
    ),
    where: maybe(fc.constant(({ end }: Play) => end % 3 > 0)),
  },
  { requiredKeys: ['order', 'direction', 'offset', 'limit'] },
);

const isIn = ({ from, above, upTo, below }: KeyRange, value: number | undefined) =>
  value !== undefined &&
  (from === undefined || value >= from) &&
  (above === undefined || value > above) &&
  (upTo === undefined || value <= upTo) &&
  (below === undefined || value < below);

function isSelected(play: Play, asked: Query): boolean {
  const { by, within, containing = [], notContaining = [], ids, where } = asked;
  const texts = [play.title.toLowerCase(), (play.stage ?? '').toLowerCase()];
  const has = (phrase: string) => texts.some((text) => text.includes(phrase.toLowerCase()));
  return (
    (by?.kind === undefined || [by.kind].flat().some((kind) => play.kinds.includes(kind))) &&
    (by?.stage === undefined || play.stage === by.stage) &&
    (['start', 'end', 'announced'] as const).every(
      (name) => within?.[name] === undefined || isIn(within[name], play[name]),
    ) &&
    containing.every(has) &&
    !notContaining.some((phrase) => phrase !== '' && has(phrase)) &&
    (ids === undefined || ids.includes(play.id)) &&
    (where === undefined || where(play))
  );
}

function selected(rows: readonly (Play | undefined)[], asked: Query) {
  const { order, direction, offset, limit } = asked;
  const found = rows.flatMap((row) => {
    const at = row?.[order];
    return row === undefined || at === undefined || !isSelected(row, asked) ? [] : [{ row, at }];
  });
  const second = (play: Play) => (order === 'start' ? play.end : 0);
  found.sort((left, right) => left.at - right.at || second(left.row) - second(right.row));
  if (direction === 'descending') found.reverse();
  const records = found.map(({ row }) => row);
  return { total: records.length, records: records.slice(offset, offset + limit) };
}

const newPair = (): PlaysPair => ({ subject: newTable(), model: { rows: [] } });

const fork = ({ subject, model }: PlaysPair): PlaysPair => ({
  subject: subject.fork(),
  model: { rows: [...model.rows] },
});

function restored(table: Plays): Plays {
  const copy = table.emptyCopy();
  for (let page = 0; page < table.pageCount; page += 1) {
    copy.restorePage(page, table.pageCount, table.pageSince(page, 0) ?? []);
  }
  return copy;
}

describe('a selection', () => {
  it('equals a filtered and sorted array, in a table, its forks and restored copies', () => {
    const queries = fc.array(query, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(forkStepsOf(command, 16), queries, (steps, asked) => {
        const pairs: PlaysPair[] = [newPair()];
        const check = ({ subject, model }: PlaysPair) => {
          for (const each of asked) {
            expect(subject.select(each)).toEqual(selected(model.rows, each));
          }
        };
        runForked(pairs[0] ?? newPair(), steps, {
          fork: (pair) => {
            const copy = fork(pair);
            pairs.push(copy);
            return copy;
          },
          run,
          check,
        });
        for (const { subject, model } of pairs) check({ subject: restored(subject), model });
      }),
      runs(150),
    );
  });

  it('lists each record once and in order, in consecutive pages', () => {
    const limits = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(fc.array(command, { maxLength: 6 }), query, limits, (commands, asked, limit) => {
        const pair = newPair();
        for (const each of commands) run(pair, each);
        const whole = pair.subject.select({ ...asked, offset: 0, limit: 1_000 });
        const walked: Play[] = [];
        for (let offset = 0; ; offset += limit) {
          const { total, records } = pair.subject.select({ ...asked, offset, limit });
          expect(total).toBe(whole.total);
          walked.push(...records);
          if (offset + limit >= total) break;
        }
        expect(walked).toEqual(whole.records);
      }),
      runs(150),
    );
  });

  it('throws if a phrase is searched in a table without a full-text index', () => {
    const table = createTable<Play, never, 'start'>(({ id }) => id, {}, undefined, {
      orders: { start: ({ start }) => [start] },
    });
    const asked = { order: 'start', direction: 'ascending', offset: 0, limit: 1 } as const;
    expect(table.select(asked)).toEqual({ total: 0, records: [] });
    expect(() => table.select({ ...asked, containing: ['word'] })).toThrow(InvariantError);
  });
});
