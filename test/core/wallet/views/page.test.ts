import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTable, type Table } from '../../../../core/tables/index.ts';
import { pageOf, pageOfList, type PageQuery } from '../../../../core/wallet/views/page.ts';

interface Leaf {
  readonly id: string;
  readonly createdMs: number;
  readonly colour: 'red' | 'green' | 'blue';
  readonly isDry: boolean;
}

type Filter = { readonly colours?: readonly Leaf['colour'][]; readonly isDry?: boolean };

const leaves = fc
  .array(
    fc.record({
      waitMs: fc.integer({ min: 0, max: 2 }), // also several at one instant
      colour: fc.constantFrom('red', 'green', 'blue'),
      isDry: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((made) => {
    let createdMs = 0;
    return made.map(({ waitMs, colour, isDry }, index): Leaf => {
      createdMs += waitMs;
      return { id: `leaf-${index}`, createdMs, colour, isDry };
    });
  });

const filters: fc.Arbitrary<Filter> = fc.record(
  {
    colours: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')),
    isDry: fc.boolean(),
  },
  { requiredKeys: [] },
);

const queries = fc.record(
  {
    order: fc.constantFrom('ASC', 'DESC'),
    pageSize: fc.integer({ min: 1, max: 7 }),
    fromMs: fc.integer({ min: -1, max: 40 }),
    toMs: fc.integer({ min: -1, max: 40 }),
  },
  { requiredKeys: ['order', 'pageSize'] },
);

function tableOf(all: readonly Leaf[]): Table<Leaf, 'colour'> {
  const table = createTable<Leaf, 'colour'>((leaf) => leaf.id, { colour: (leaf) => leaf.colour });
  for (const leaf of all) table.insert(leaf);
  return table;
}

/** The page of leaves that fit a filter; it must not be refused. */
function pageIn(table: Table<Leaf, 'colour'>, { colours, isDry }: Filter, query: PageQuery) {
  const anyOf = colours?.map((colour) => ({ colour })) ?? [{}];
  const where = isDry === undefined ? undefined : (leaf: Leaf) => leaf.isDry === isDry;
  const page = pageOf(table, { anyOf, where }, query);
  if (!page.ok) throw new Error(page.error);
  return page.value;
}

/** The items of a list within a filter and a span of dates, in collection order. */
function expected(all: readonly Leaf[], { colours, isDry }: Filter, query: PageQuery): string[] {
  const { fromMs = -Infinity, toMs = Infinity } = query;
  const ids = all
    .filter(({ createdMs }) => createdMs >= fromMs && createdMs <= toMs)
    .filter(({ colour }) => colours === undefined || colours.includes(colour))
    .filter((leaf) => isDry === undefined || leaf.isDry === isDry)
    .map(({ id }) => id);
  return query.order === 'ASC' ? ids : ids.reverse();
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('pageOf', () => {
  it('lists each item exactly once forwards', () => {
    fc.assert(
      fc.property(leaves, filters, queries, (all, filter, query) => {
        const table = tableOf(all);
        const met: string[] = [];
        let page = pageIn(table, filter, query);
        expect(page.hasPrevious).toBe(false);
        met.push(...idsOf(page.items));
        while (page.hasNext) {
          page = pageIn(table, filter, { ...query, pageAfter: met.at(-1) });
          expect(page.items.length).toBeGreaterThan(0);
          expect(page.hasPrevious).toBe(true);
          met.push(...idsOf(page.items));
        }
        expect(met).toEqual(expected(all, filter, query));
      }),
    );
  });

  it('lists each item exactly once backwards, in full pages', () => {
    fc.assert(
      fc.property(leaves, filters, queries, (all, filter, query) => {
        const table = tableOf(all);
        const wanted = expected(all, filter, query);
        const last = wanted.at(-1);
        if (last === undefined) return;
        const met = [last];
        for (let hasPrevious = wanted.length > 1; hasPrevious;) {
          const page = pageIn(table, filter, { ...query, pageBefore: met[0] });
          expect(page.items.length).toBe(Math.min(query.pageSize, wanted.length - met.length));
          expect(page.hasNext).toBe(true);
          met.unshift(...idsOf(page.items));
          hasPrevious = page.hasPrevious;
        }
        expect(met).toEqual(wanted);
      }),
    );
  });

  it('accepts a cursor that fits neither the filter nor the dates', () => {
    fc.assert(
      fc.property(leaves, filters, queries, fc.nat(), (all, filter, query, pick) => {
        const cursor = all[pick % Math.max(all.length, 1)];
        if (cursor === undefined) return;
        const order = query.order === 'ASC' ? idsOf(all) : idsOf(all).reverse();
        const place = order.indexOf(cursor.id);
        const wanted = expected(all, filter, query);
        const behind = wanted.filter((id) => order.indexOf(id) > place);
        const ahead = wanted.filter((id) => order.indexOf(id) < place);
        const table = tableOf(all);
        const after = pageIn(table, filter, { ...query, pageAfter: cursor.id });
        expect(idsOf(after.items)).toEqual(behind.slice(0, query.pageSize));
        const before = pageIn(table, filter, { ...query, pageBefore: cursor.id });
        expect(idsOf(before.items)).toEqual(ahead.slice(-query.pageSize));
      }),
    );
  });

  it('includes both ends of the span of dates', () => {
    const leaf = { colour: 'red', isDry: true } as const;
    const table = tableOf([1, 2, 3, 4].map((at) => ({ ...leaf, id: `${at}`, createdMs: at })));
    const query = { order: 'ASC', pageSize: 10, fromMs: 2, toMs: 3 } as const;
    expect(idsOf(pageIn(table, {}, query).items)).toEqual(['2', '3']);
  });

  it('refuses the id of nothing as a cursor', () => {
    const query = { order: 'ASC', pageSize: 10 } as const;
    const refusal = { ok: false, error: 'CURSOR_UNKNOWN' };
    const table = tableOf([]);
    expect(pageOf(table, { anyOf: [{}] }, { ...query, pageAfter: 'x' })).toEqual(refusal);
    expect(pageOf(table, { anyOf: [{}] }, { ...query, pageBefore: 'x' })).toEqual(refusal);
  });
});

describe('pageOfList', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const page = (query: Parameters<typeof pageOfList>[1]) => {
    const cut = pageOfList(items, query);
    return cut.ok ? { ...cut.value, items: idsOf(cut.value.items).join('') } : cut.error;
  };

  it.each([
    [{ pageSize: 2 }, { items: 'ab', hasPrevious: false, hasNext: true }],
    [{ pageSize: 9 }, { items: 'abcde', hasPrevious: false, hasNext: false }],
    [
      { pageSize: 2, pageAfter: 'b' },
      { items: 'cd', hasPrevious: true, hasNext: true },
    ],
    [
      { pageSize: 2, pageAfter: 'd' },
      { items: 'e', hasPrevious: true, hasNext: false },
    ],
    [
      { pageSize: 2, pageBefore: 'd' },
      { items: 'bc', hasPrevious: true, hasNext: true },
    ],
    [
      { pageSize: 2, pageBefore: 'b' },
      { items: 'a', hasPrevious: false, hasNext: true },
    ],
  ])('cuts %j', (query, expected) => {
    expect(page(query)).toEqual(expected);
  });

  it('refuses the id of nothing as a cursor', () => {
    expect(page({ pageSize: 2, pageAfter: 'x' })).toBe('CURSOR_UNKNOWN');
    expect(page({ pageSize: 2, pageBefore: 'x' })).toBe('CURSOR_UNKNOWN');
  });
});
