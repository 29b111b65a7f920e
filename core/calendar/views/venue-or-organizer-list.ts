// Lists of venues and of organizers, newest first (reference/calendar.md sections 6.4 and 7.3).

import { inOnePiece } from '../../kernel/pieces.ts';
import type { Result } from '../../kernel/result.ts';
import type { ReadonlyTable } from '../../tables/index.ts';
import type { Caller } from '../commands.ts';
import { seesUnpublished } from '../permissions.ts';
import { notA, validationError, type Problems } from '../problems.ts';
import type { VenueOrOrganizer, WithUsage } from '../records/post.ts';
import type { CalendarRejection, PlainCalendarRejection } from '../rejections.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import {
  organizerTexts,
  venueTexts,
  type VenueOrOrganizerIndex,
  type VenueOrOrganizerOrder,
} from '../tables.ts';
import { foldCase, matcherInOneField, wordsOf } from '../text/search.ts';
import {
  organizerView,
  venueView,
  type OrganizerView,
  type VenueView,
} from './venue-or-organizer.ts';
import {
  listPage,
  rangeOf,
  visibleStatuses,
  withRenderedItems,
  type ListPage,
  type ListView,
  type NumberedPage,
} from './list.ts';

/** Filters of a list of venues or organizers. */
export interface VenueOrOrganizerListQuery extends NumberedPage {
  /** Words of which one field contains all. */
  readonly search?: string;
  /** The id of an event that is linked to them. */
  readonly event?: number;
  /** Whether events other than drafts are linked to them. */
  readonly hasEvents?: boolean;
  /** True: only those with an event that is to start; false matches everything. */
  readonly hasUpcoming?: boolean;
  readonly status?: readonly string[];
}

/** The venues that the caller may see and that match all filters. */
export function venueListView(
  ...args: Parameters<typeof venueListPage>
): Result<ListView<VenueView>, CalendarRejection> {
  return withRenderedItems(venueListPage(...args));
}

/** The organizers that the caller may see and that match all filters. */
export function organizerListView(
  ...args: Parameters<typeof organizerListPage>
): Result<ListView<OrganizerView>, CalendarRejection> {
  return withRenderedItems(organizerListPage(...args));
}

export function venueListPage(
  state: ReadonlyCalendarState,
  query: VenueOrOrganizerListQuery,
  caller: Caller,
  nowMs: number,
): Result<ListPage<VenueView>, CalendarRejection> {
  const linked = state.events.get(String(query.event))?.venueId ?? null;
  return listPageOf(
    {
      table: state.venues,
      ids: linked === null ? [] : [linked],
      textsOf: venueTexts,
      pageNotFound: 'VENUE_PAGE_NOT_FOUND',
      render: (venue) => venueView(state, venue),
    },
    { state, query, caller, nowMs },
  );
}

export function organizerListPage(
  state: ReadonlyCalendarState,
  query: VenueOrOrganizerListQuery,
  caller: Caller,
  nowMs: number,
): Result<ListPage<OrganizerView>, CalendarRejection> {
  return listPageOf(
    {
      table: state.organizers,
      ids: state.events.get(String(query.event))?.organizerIds ?? [],
      textsOf: organizerTexts,
      pageNotFound: 'ORGANIZER_PAGE_NOT_FOUND',
      render: (organizer) => organizerView(state, organizer),
    },
    { state, query, caller, nowMs },
  );
}

/** The differences between the two lists. */
interface ListKind<P extends VenueOrOrganizer, View> {
  readonly table: ReadonlyTable<WithUsage<P>, VenueOrOrganizerIndex, VenueOrOrganizerOrder>;
  /** Ids that the requested event links to. */
  readonly ids: readonly number[];
  readonly textsOf: (post: P) => readonly string[];
  readonly pageNotFound: PlainCalendarRejection['code'];
  readonly render: (post: P) => View;
}

interface ListRequest {
  readonly state: ReadonlyCalendarState;
  readonly query: VenueOrOrganizerListQuery;
  readonly caller: Caller;
  readonly nowMs: number;
}

function listPageOf<P extends VenueOrOrganizer, View>(
  kind: ListKind<P, View>,
  { state, query, caller, nowMs }: ListRequest,
): Result<ListPage<View>, CalendarRejection> {
  const problems: Problems = {};
  const status = visibleStatuses(caller, query.status, problems);
  const isOfEvent = query.event !== undefined;
  if (isOfEvent && state.events.get(String(query.event)) === undefined) {
    problems['event'] = notA('event');
  }
  const refusal = validationError(problems);
  if (refusal !== undefined) return refusal;
  const words = wordsOf(query.search ?? '');
  const hasAll = matcherInOneField(words);
  const isInOneField = (post: P) => hasAll(kind.textsOf(post).map(foldCase));
  const fromNowOn = { from: Math.ceil(nowMs / 1000) };
  const selection = kind.table.select({
    order: 'published',
    direction: 'descending',
    by: { status, hasEvents: query.hasEvents === undefined ? undefined : String(query.hasEvents) },
    within:
      query.hasUpcoming !== true
        ? {}
        : seesUnpublished(caller)
          ? { lastStart: fromNowOn }
          : { lastPublicStart: fromNowOn },
    containing: words,
    where: words.length > 1 ? isInOneField : undefined, // a single word is in one field by the index
    ids: isOfEvent ? kind.ids.map(String) : undefined,
    ...rangeOf(query),
  });
  return listPage(selection, query, kind.pageNotFound, inOnePiece(kind.render));
}
