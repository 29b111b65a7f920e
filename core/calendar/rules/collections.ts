// Rules of collections: their totals, links and pages, and what is in them.

import { finding, valueText, type RuleFinding, type ServiceRule } from '../../kernel/rule.ts';
import {
  isPostCollection,
  type CalendarObservation,
  type CollectionShown,
} from './observations.ts';
import { shownSeconds } from './shown-dates.ts';

const collections = 'spec/calendar.md, Limits; reference/calendar.md 4, Collections in general';

/**
 * `total` and `total_pages` are those of the headers, and fit each other and the items. A site may count records that a search of venues
 * or organizers has not found, so an empty page of a search is not counted.
 */
export const collectionTotals: ServiceRule<CalendarObservation> = {
  name: 'collection-totals',
  spec: collections,
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'collection') return [];
    const { n, of, items, total, totalPages, headers, perPage, page, isSearch } = observation;
    if (!isCount(total) || !isCount(totalPages)) {
      return [{ n, expected: 'total and total_pages', found: valueText([total, totalPages]) }];
    }
    const findings = [
      ...headerFinding(n, 'X-TEC-Total', headers.total, total),
      ...headerFinding(n, 'X-TEC-TotalPages', headers.totalPages, totalPages),
    ];
    if (perPage === undefined || (isSearch && items.length === 0)) return findings;
    const pages = Math.ceil(total / perPage);
    const there = Math.max(0, Math.min(perPage, total - (page - 1) * perPage));
    return [
      ...findings,
      finding(totalPages === pages, n, () => [
        `total_pages ${pages} of ${total} ${of}, ${perPage} a page`,
        String(totalPages),
      ]),
      finding(items.length === there, n, () => [
        `${there} ${of} on page ${page} of ${total}, ${perPage} a page`,
        String(items.length),
      ]),
    ];
  },
};

function headerFinding(
  n: number,
  name: string,
  header: string | undefined,
  count: number,
): readonly RuleFinding[] {
  if (header === undefined) return [];
  return [finding(header === String(count), n, () => [`${name} ${count}, as in the body`, header])];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** A page has a link to the next one and the one before exactly where there are such pages. */
export const collectionLinks: ServiceRule<CalendarObservation> = {
  name: 'collection-links',
  spec: collections,
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'collection' || !isCount(observation.totalPages)) return [];
    const { n, page, totalPages, links } = observation;
    const next = page < totalPages ? page + 1 : undefined;
    const previous = page > 1 ? page - 1 : undefined;
    return [
      finding(links.next === next, n, () => [
        `${linkText(next)} as next_rest_url of page ${page} of ${totalPages}`,
        linkText(links.next),
      ]),
      finding(links.previous === previous, n, () => [
        `${linkText(previous)} as previous_rest_url of page ${page}`,
        linkText(links.previous),
      ]),
    ];
  },
};

function linkText(page: number | undefined): string {
  return page === undefined ? 'none' : `page ${page}`;
}

interface PageWalk {
  readonly ids: Set<unknown>;
  readonly total: unknown;
  readonly quarter: number;
  page: number;
}

/** Windows of dates move with the days, which begin at quarters of an hour in all zones. */
const quarterMs = 15 * 60_000;

interface PageWalks {
  readonly walks: Map<string, PageWalk>;
}

/**
 * No item is on two pages of an unchanged collection, and the last page has the rest. A collection counts as changed by any request that
 * writes, by another total, and with a new quarter of an hour.
 */
export const collectionPages: ServiceRule<CalendarObservation, PageWalks> = {
  name: 'collection-pages',
  spec: collections,
  /** The walk through each collection since the last change: grows with its items. */
  start: () => ({ walks: new Map() }),
  observe({ walks }, observation) {
    if (observation.kind === 'touched') walks.clear();
    if (observation.kind !== 'collection') return [];
    const { n, of, filters, page, perPage, items, total, totalPages, isSearch, atMs } = observation;
    const ids = items.map(({ id }) => id);
    const place = `${of} ${perPage} ${filters}`;
    const quarter = Math.floor(atMs / quarterMs);
    if (page === 1) walks.set(place, { ids: new Set(), total, quarter, page: 0 });
    const walk = walks.get(place);
    const isNext = walk?.page === page - 1 && walk.total === total && walk.quarter === quarter;
    if (walk === undefined || !isNext) return [];
    const again = ids.filter((id, index) => walk.ids.has(id) || ids.indexOf(id) < index);
    for (const id of ids) walk.ids.add(id);
    walk.page = page;
    return [
      finding(again.length === 0, n, () => [
        `${of} on page ${page} that are on no page before`,
        again.map(valueText).join(', '),
      ]),
      ...(page === totalPages && !(isSearch && ids.length === 0)
        ? [
            finding(walk.ids.size === total, n, () => [
              `${valueText(total)} different ${of} up to the last page`,
              String(walk.ids.size),
            ]),
          ]
        : []),
    ];
  },
};

/** A list has only the statuses that it was asked for, and what is in the trash only then. */
export const listStatuses: ServiceRule<CalendarObservation> = {
  name: 'list-statuses',
  spec: 'spec/calendar.md, Event list query; reference/calendar.md 2.1, Visibility, and 5.5',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'collection' || !isPostCollection(observation.of)) return [];
    const { n, statuses, items } = observation;
    return items.flatMap(({ id, status }): readonly RuleFinding[] => {
      if (typeof status !== 'string') return [];
      const isKept = statuses === undefined ? status !== 'trash' : statuses.includes(status);
      return [
        finding(isKept, n, () => [
          statuses === undefined
            ? 'no post in the trash'
            : `only posts of status ${statuses.join(', ')}`,
          `${valueText(id)}, which is ${status}`,
        ]),
      ];
    });
  },
};

/** Events begin one after the other, by their own clocks or by UTC. */
export const eventOrder: ServiceRule<CalendarObservation> = {
  name: 'event-order',
  spec: 'reference/calendar.md 5.5, GET /events',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'collection' || observation.of !== 'events') return [];
    const { n, items, isSortedOtherwise } = observation;
    if (isSortedOtherwise || items.length < 2) return [];
    const isKept = isSorted(observation, 'start_date') || isSorted(observation, 'utc_start_date');
    return [
      finding(isKept, n, () => [
        'events in the order of their start_date',
        items.map(({ start_date: date }) => valueText(date)).join(', '),
      ]),
    ];
  },
};

function isSorted({ items }: CollectionShown, name: string): boolean {
  const dates = items.flatMap((item) => shownSeconds(item[name]) ?? []);
  return dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? date));
}
