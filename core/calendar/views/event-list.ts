// The list of events: its filters, its window of time and its order (reference/calendar.md section 5.5).

import { ok, type Result } from '../../kernel/result.ts';
import type { Caller } from '../commands.ts';
import { siteZone } from '../dates/zones.ts';
import { seesUnpublished } from '../permissions.ts';
import { isNear, latitudesNear } from './distance.ts';
import { notA, unknown, validationError, type Problems } from '../problems.ts';
import type { EventPost } from '../records/event.ts';
import type { Taxonomy, TaxonomyTerm } from '../records/term.ts';
import type { Place, VenuePost } from '../records/venue.ts';
import type { CalendarRejection } from '../rejections.ts';
import { termWithSlug, type ReadonlyCalendarState } from '../state.ts';
import { microdegrees, termKey } from '../tables.ts';
import type { CostSite } from '../text/cost.ts';
import { searchOf } from '../text/search.ts';
import { windowOf, type WindowQuery } from './event-window.ts';
import { eventView, type EventView } from './event.ts';
import {
  listPage,
  rangeOf,
  visibleStatuses,
  withRenderedItems,
  type ListPage,
  type ListView,
  type NumberedPage,
} from './list.ts';

/** Filters of a list of events; absent ones match everything. */
export interface EventListQuery extends NumberedPage, WindowQuery {
  readonly search?: string;
  /** Slugs or ids. */
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  readonly venue?: readonly number[];
  readonly organizer?: readonly number[];
  readonly featured?: boolean;
  readonly status?: readonly string[];
  /** Only these ids, regardless of dates. */
  readonly include?: readonly number[];
  readonly postParent?: number;
  readonly ticketed?: boolean;
  /** Whether the venue has a place on the map. */
  readonly geoloc?: boolean;
  /** The venue must be near this place; ignored unless both are present. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Of the password in the request: unlocks events that have it. */
  readonly passwordFingerprint?: string | null;
}

/** Settings of the site on which lists of events depend. */
export interface EventListSite {
  readonly zone: string;
  readonly cost: CostSite;
  readonly hasGeolocation: boolean;
  readonly hasTickets: boolean;
  /** The radius of `latitude` and `longitude`. */
  readonly nearMiles: number;
}

export interface EventListView extends ListView<EventView> {
  /** Effective defaults and relative dates, resolved to absolute ones, by names on the wire: links repeat them. */
  readonly effective: Readonly<Record<string, string>>;
}

type State = ReadonlyCalendarState;
type Keys = readonly string[] | undefined;

/** The events that the caller may see and that match all filters. */
export function eventListView(
  ...query: Parameters<typeof eventListPage>
): Result<EventListView, CalendarRejection> {
  return withRenderedItems<EventView, EventListPage>(eventListPage(...query));
}

type EventListPage = ListPage<EventView> & Pick<EventListView, 'effective'>;

/** As `eventListView`, with items rendered on demand. */
export function eventListPage(
  state: State,
  query: EventListQuery,
  caller: Caller,
  site: EventListSite,
  nowMs: number,
): Result<EventListPage, CalendarRejection> {
  const problems: Problems = {};
  const window = windowOf(query, siteZone(site), nowMs, problems);
  const by = {
    listed: visibleStatuses(caller, query.status, problems),
    categoryId: termsOf(state, 'category', 'categories', query.categories, problems),
    tagId: termsOf(state, 'tag', 'tags', query.tags, problems),
    venueId: intersection(
      postsOf(state, 'venue', query.venue, problems),
      venuesNear(state, query, site),
    ),
    organizerId: postsOf(state, 'organizer', query.organizer, problems),
    isFeatured: query.featured === undefined ? undefined : String(query.featured),
    isTicketed: ticketsOf(query, site, problems),
    parentId: parentOf(state, query, problems),
  };
  const refusal = validationError(problems);
  if (refusal !== undefined) return refusal;
  const { wanted, unwanted } = searchOf(query.search ?? '');
  const selection = state.events.select({
    by,
    containing: wanted,
    notContaining: unwanted,
    ids: query.include?.map(String),
    where: hasNoLocation(state, query, site),
    ...(query.include === undefined
      ? { order: window.order, within: window.within }
      : { order: 'published' }),
    direction: 'ascending',
    ...rangeOf(query),
  });
  const render = (event: EventPost) =>
    eventView(state, event, site.cost, query.passwordFingerprint);
  const list = listPage(selection, query, 'EVENT_PAGE_NOT_FOUND', render);
  if (!list.ok) return list;
  const status =
    query.status === undefined && !seesUnpublished(caller) ? { status: 'publish' } : {};
  return ok({ ...list.value, effective: { ...window.dates, ...status } });
}

/** The ids of terms by slug or id, with their descendants. */
function termsOf(
  state: State,
  taxonomy: Taxonomy,
  parameter: string,
  names: readonly string[] | undefined,
  problems: Problems,
): Keys {
  if (names === undefined) return undefined;
  const ids = new Set<number>();
  for (const name of names) {
    const term = termNamed(state, taxonomy, name);
    if (term === undefined) problems[parameter] = unknown(taxonomy);
    else addWithDescendants(state, term, ids);
  }
  return [...ids].map(String);
}

function termNamed(state: State, taxonomy: Taxonomy, name: string): TaxonomyTerm | undefined {
  const named = termWithSlug(state, taxonomy, name);
  if (named !== undefined || !/^\d+$/.test(name)) return named;
  const term = state.terms.get(String(Number(name)));
  return term?.taxonomy === taxonomy ? term : undefined;
}

function addWithDescendants(state: State, { id, taxonomy }: TaxonomyTerm, ids: Set<number>): void {
  if (ids.has(id)) return;
  ids.add(id);
  const by = { parent: termKey(taxonomy, String(id)) };
  const children = state.terms.list({ by, order: 'ascending', limit: state.terms.insertedCount });
  for (const child of children) addWithDescendants(state, child, ids);
}

function postsOf(
  state: State,
  kind: 'venue' | 'organizer',
  ids: readonly number[] | undefined,
  problems: Problems,
): Keys {
  const table = kind === 'venue' ? state.venues : state.organizers;
  if (ids?.some((id) => table.get(String(id)) === undefined) === true) {
    problems[kind] = unknown(kind);
  }
  return ids?.map(String);
}

function parentOf({ events }: State, query: EventListQuery, problems: Problems) {
  if (query.postParent === undefined) return undefined;
  const key = String(query.postParent);
  if (events.get(key) === undefined) problems['post_parent'] = notA('event');
  return key;
}

/** On sites without tickets `ticketed=false` matches all events, and `ticketed=true` is an error. */
function ticketsOf({ ticketed }: EventListQuery, site: EventListSite, problems: Problems) {
  if (ticketed === undefined) return undefined;
  if (site.hasTickets) return String(ticketed);
  if (ticketed) problems['ticketed'] = 'must be false: the site has no tickets';
  return undefined;
}

/** Ids of venues that match the geolocation filters; undefined if there are none. */
function venuesNear({ venues }: State, query: EventListQuery, site: EventListSite): Keys {
  const { geoloc, latitude, longitude } = query;
  const hasCentre = latitude !== undefined && longitude !== undefined;
  if (!site.hasGeolocation || (geoloc !== true && !hasCentre)) return undefined;
  const centre = hasCentre ? { latitude, longitude } : undefined;
  const matches = ({ place }: VenuePost) =>
    centre === undefined || (place !== null && isNear(centre, place, site.nearMiles));
  const { records } = venues.select({
    order: 'latitude',
    within: centre === undefined ? {} : { latitude: bandAround(centre, site.nearMiles) },
    where: matches,
    direction: 'ascending',
    offset: 0,
    limit: venues.insertedCount,
  });
  return records.map(({ id }) => String(id));
}

function bandAround(centre: Place, miles: number) {
  const [south, north] = latitudesNear(centre, miles);
  return { from: microdegrees(south), upTo: microdegrees(north) };
}

/** A filter for events whose venue is not on the map; undefined unless requested. */
function hasNoLocation({ venues }: State, { geoloc }: EventListQuery, site: EventListSite) {
  if (!site.hasGeolocation || geoloc !== false) return undefined;
  return ({ venueId }: EventPost) => (venues.get(String(venueId))?.place ?? null) === null;
}

/** The intersection of two sets of keys; undefined is the set of all. */
function intersection(one: Keys, other: Keys): Keys {
  if (one === undefined || other === undefined) return one ?? other;
  const keys = new Set(other);
  return one.filter((key) => keys.has(key));
}
