// What the rules of the calendar allow for: sites that publish late, by another clock, and collections that change.

import { describe, expect, it } from 'vitest';
import { RuleBook } from '../../../core/kernel/rule.ts';
import {
  rules,
  type CalendarObservation,
  type CollectionShown,
  type PostShown,
} from '../../../core/calendar/rules.ts';

function brokenBy(...observations: readonly CalendarObservation[]): readonly string[] {
  const book = new RuleBook(rules);
  for (const observation of observations) book.observe(observation);
  const reports = book.end({ n: 1_000, atMs: 0 });
  return reports.filter(({ broken }) => broken > 0).map(({ name }) => name);
}

function post(n: number, members: object, rest: Partial<PostShown> = {}): PostShown {
  return {
    kind: 'post',
    n,
    since: n - 1,
    of: 'events',
    id: 5,
    by: 'read',
    clock: undefined,
    members: { id: 5, ...members },
    ...rest,
  };
}

describe('a status by date', () => {
  const late = {
    status: 'future',
    date_utc: '2026-01-01 00:00:00',
    modified_utc: '2026-02-01 00:00:00',
  };

  it('may be late on a real site, as long as nobody writes', () => {
    expect(brokenBy(post(2, late))).toEqual([]);
    expect(brokenBy(post(2, late, { by: 'written' }))).toEqual(['status-by-date']);
  });

  it('is exact by the own clock of a site', () => {
    const atMs = Date.UTC(2026, 0, 1) / 1_000;
    expect(brokenBy(post(2, late, { clock: [atMs, atMs] }))).toEqual(['status-by-date']);
    expect(brokenBy(post(2, late, { clock: [atMs - 1, atMs] }))).toEqual([]);
  });

  it('is not judged without a date', () => {
    const draft = { status: 'publish', date_utc: '0000-00-00 00:00:00' };
    expect(brokenBy(post(2, draft, { by: 'written' }))).toEqual([]);
  });
});

describe('pages', () => {
  const page = (number: number, ids: readonly number[], rest: Partial<CollectionShown> = {}) => ({
    kind: 'collection' as const,
    n: number * 2,
    since: number * 2 - 1,
    atMs: 0,
    of: 'events' as const,
    filters: '[]',
    statuses: undefined,
    isSortedOtherwise: false,
    isSearch: false,
    page: number,
    perPage: 2,
    items: ids.map((id) => ({ id })),
    total: 4,
    totalPages: 2,
    headers: { total: undefined, totalPages: undefined },
    links: { next: number === 1 ? 2 : undefined, previous: number === 1 ? undefined : number - 1 },
    ...rest,
  });

  it('break their rule if an item is on two of them', () => {
    expect(brokenBy(page(1, [1, 2]), page(2, [3, 4]))).toEqual([]);
    expect(brokenBy(page(1, [1, 2]), page(2, [2, 3]))).toEqual(['collection-pages']);
  });

  it.each([
    ['a request that writes', [{ kind: 'touched', n: 3, isRemoval: true }], {}],
    ['another total', [], { total: 5, totalPages: 3, links: { next: 3, previous: 1 } }],
    ['a new quarter of an hour', [], { atMs: 900_000 }],
    ['another filter', [], { filters: '[["search","a"]]' }],
  ] as const)('may repeat an item after %s', (_, between, rest) => {
    expect(brokenBy(page(1, [1, 2]), ...between, page(2, [2, 3], rest))).toEqual([]);
  });

  it('may count what a search has not found', () => {
    const none = {
      isSearch: true,
      totalPages: 1,
      total: 2,
      links: { next: undefined, previous: undefined },
    };
    expect(brokenBy(page(1, [], none))).toEqual([]);
    expect(brokenBy(page(1, [], { ...none, isSearch: false }))).toContain('collection-totals');
  });
});

describe('an event in the trash', () => {
  const answer = (n: number, method: 'GET' | 'DELETE', status: number, since = n - 1) =>
    ({ kind: 'answered', n, since, of: 'events', id: 5, method, status }) as const;
  const trashed = answer(2, 'DELETE', 200);

  it('is not shown any more', () => {
    expect(brokenBy(trashed, answer(4, 'GET', 403), answer(6, 'DELETE', 410))).toEqual([]);
    expect(brokenBy(trashed, answer(4, 'GET', 200))).toEqual(['trashed-events']);
  });

  it('may be shown by a request of before, or after one that may bring it back', () => {
    expect(brokenBy(trashed, answer(4, 'GET', 200, 1))).toEqual([]);
    const touched = { kind: 'touched', n: 3, isRemoval: false } as const;
    expect(brokenBy(trashed, touched, answer(6, 'GET', 200))).toEqual([]);
    const written = post(3, { status: 'publish' }, { by: 'written', since: 1 });
    expect(brokenBy(trashed, written, answer(6, 'GET', 200))).toEqual([]);
  });
});

describe('dates', () => {
  it('are not judged in zones that are not known, nor where a clock change leaves them out', () => {
    const start = { start_date: '2026-03-29 02:30:00', utc_start_date: '2026-03-29 03:30:00' };
    expect(brokenBy(post(2, { ...start, timezone: 'Europe/Berlin' }))).toEqual([]);
    expect(brokenBy(post(2, { ...start, timezone: 'Europe/Nowhere' }))).toEqual([]);
    expect(brokenBy(post(2, { ...start, timezone: 'UTC' }))).toEqual(['utc-dates']);
  });

  it('are not judged where content is withheld', () => {
    expect(brokenBy(post(2, { all_day: null, image: false, start_date: null }))).toEqual([]);
  });
});
