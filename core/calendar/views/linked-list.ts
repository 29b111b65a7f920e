// The lists of venues and of organizers (reference/calendar.md sections 6.4 and 7.3): the newest first.

import type { Result } from '../../kernel/result.ts';
import type { ReadonlyTable } from '../../tables/index.ts';
import type { Caller } from '../commands.ts';
import { seesAll } from '../decide/rights.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { LinkedPost, Used } from '../records/post.ts';
import type { VenuePost } from '../records/venue.ts';
import type { CalendarRejection, RejectionCode } from '../rejections.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { organizerTexts, venueTexts, type LinkedIndex, type LinkedOrder } from '../tables.ts';
import { foldedText, matcherInOneField, wordsOf } from '../text/search.ts';
import { organizerView, venueView, type LinkedView } from './linked.ts';
import {
  listPage,
  placesOf,
  refusalOf,
  statusesShown,
  rendered,
  type ListPage,
  type ListView,
  type PageQuery,
  type Problems,
} from './list.ts';

/** What a list of venues or organizers is asked for. */
export interface LinkedListQuery extends PageQuery {
  /** Words that are all found in one field. */
  readonly search?: string;
  /** An event, by its id, that is linked to them. */
  readonly event?: number;
  /** Whether events are linked to them, drafts aside. */
  readonly hasEvents?: boolean;
  /** Whether only those whose events are not all in the past; false says nothing. */
  readonly hasUpcoming?: boolean;
  readonly status?: readonly string[];
}

/** The venues that the caller may see and that pass all filters. */
export function venueListView(
  ...asked: Parameters<typeof venueListPage>
): Result<ListView<LinkedView<VenuePost>>, CalendarRejection> {
  return rendered<LinkedView<VenuePost>, ListPage<LinkedView<VenuePost>>>(venueListPage(...asked));
}

/** The organizers that the caller may see and that pass all filters. */
export function organizerListView(
  ...asked: Parameters<typeof organizerListPage>
): Result<ListView<LinkedView<OrganizerPost>>, CalendarRejection> {
  return rendered<LinkedView<OrganizerPost>, ListPage<LinkedView<OrganizerPost>>>(
    organizerListPage(...asked),
  );
}

export function venueListPage(
  state: ReadonlyCalendarState,
  query: LinkedListQuery,
  caller: Caller,
  nowMs: number,
): Result<ListPage<LinkedView<VenuePost>>, CalendarRejection> {
  const linked = state.events.get(String(query.event))?.venueId ?? null;
  return linkedListPage<VenuePost>(
    {
      table: state.venues,
      ids: linked === null ? [] : [linked],
      textsOf: venueTexts,
      behindTheLast: 'VENUE_PAGE_NOT_FOUND',
      shown: (venue) => venueView(state, venue),
    },
    { state, query, caller, nowMs },
  );
}

export function organizerListPage(
  state: ReadonlyCalendarState,
  query: LinkedListQuery,
  caller: Caller,
  nowMs: number,
): Result<ListPage<LinkedView<OrganizerPost>>, CalendarRejection> {
  return linkedListPage<OrganizerPost>(
    {
      table: state.organizers,
      ids: state.events.get(String(query.event))?.organizerIds ?? [],
      textsOf: organizerTexts,
      behindTheLast: 'ORGANIZER_PAGE_NOT_FOUND',
      shown: (organizer) => organizerView(state, organizer),
    },
    { state, query, caller, nowMs },
  );
}

/** What tells one kind from the other. */
interface Kind<P extends LinkedPost> {
  readonly table: ReadonlyTable<Used<P>, LinkedIndex, LinkedOrder>;
  /** Those that are linked to the event that is asked for. */
  readonly ids: readonly number[];
  readonly textsOf: (post: P) => readonly string[];
  readonly behindTheLast: RejectionCode;
  readonly shown: (post: P) => LinkedView<P>;
}

interface Asking {
  readonly state: ReadonlyCalendarState;
  readonly query: LinkedListQuery;
  readonly caller: Caller;
  readonly nowMs: number;
}

function linkedListPage<P extends LinkedPost>(
  kind: Kind<P>,
  { state, query, caller, nowMs }: Asking,
): Result<ListPage<LinkedView<P>>, CalendarRejection> {
  const problems: Problems = {};
  const status = statusesShown(caller, query.status, problems);
  const isOfEvent = query.event !== undefined;
  if (isOfEvent && state.events.get(String(query.event)) === undefined) {
    problems['event'] = 'is no event';
  }
  const refusal = refusalOf(problems);
  if (refusal !== undefined) return refusal;
  const words = wordsOf(query.search ?? '');
  const hasAll = matcherInOneField(words);
  const isInOneField = (post: P) => hasAll(kind.textsOf(post).map(foldedText));
  const fromNowOn = { from: Math.ceil(nowMs / 1000) };
  const selection = kind.table.select({
    order: 'published',
    direction: 'descending',
    by: { status, hasEvents: query.hasEvents === undefined ? undefined : String(query.hasEvents) },
    within:
      query.hasUpcoming !== true
        ? {}
        : seesAll(caller)
          ? { lastStart: fromNowOn }
          : { lastPublicStart: fromNowOn },
    containing: words,
    where: words.length > 1 ? isInOneField : undefined, // the index has found one word in one field
    ids: isOfEvent ? kind.ids.map(String) : undefined,
    ...placesOf(query),
  });
  return listPage(selection, query, kind.behindTheLast, kind.shown);
}
