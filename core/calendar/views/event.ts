// Views of events, alone and in lists (reference/calendar.md sections 3.1 and 5.2).

import type { InPieces } from '../../kernel/pieces.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { Caller, PostName } from '../commands.ts';
import { zoneNamed } from '../dates/zones.ts';
import { mayRead } from '../permissions.ts';
import { invalidParameter, notA } from '../problems.ts';
import type { EventPost } from '../records/event.ts';
import type { CalendarRejection } from '../rejections.ts';
import { findEvent, isPostId, type ReadonlyCalendarState } from '../state.ts';
import { costOf, type Cost, type CostSite } from '../text/cost.ts';
import { paragraphsInPieces } from '../text/paragraphs.ts';
import { titleOf } from '../text/title.ts';
import { imageOf } from './image.ts';
import type { PostView } from './post.ts';
import {
  organizerView,
  venueView,
  type OrganizerView,
  type VenueView,
} from './venue-or-organizer.ts';
import { termsOf, type EventTermView } from './term.ts';

export interface EventView extends PostView {
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  readonly isAllDay: boolean;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startUtcSeconds: number;
  readonly endUtcSeconds: number;
  readonly zone: string;
  readonly timezoneAbbreviation: string;
  readonly cost: Cost;
  /** Null if it was never set: responses then have the event's own page. */
  readonly website: string | null;
  readonly showsMap: boolean;
  readonly showsMapLink: boolean;
  readonly isHidden: boolean;
  readonly isSticky: boolean;
  readonly isFeatured: boolean;
  readonly categories: readonly EventTermView[];
  readonly tags: readonly EventTermView[];
  readonly venue: VenueView | null;
  readonly organizers: readonly OrganizerView[];
  /** Whether its content is withheld: the request lacks its password. */
  readonly isBlank: boolean;
}

/** An event as visible to a caller who has sent the password with this fingerprint, or none. */
export function* eventOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
  passwordFingerprint: string | null,
  site: CostSite,
): InPieces<Result<EventView, CalendarRejection>> {
  const event = findEvent(state, name);
  if (event === undefined) return notFound(state, name);
  if (event.status === 'trash') return err({ code: 'EVENT_NO_LONGER_AVAILABLE' });
  if (!mayRead(caller, event)) return err({ code: 'EVENT_NOT_ACCESSIBLE' });
  if (isLocked(event, passwordFingerprint)) return err({ code: 'EVENT_PASSWORD_PROTECTED' });
  return ok(yield* eventView(state, event, site, passwordFingerprint));
}

/** The event with an id, unlocked, for the caller who has created or updated it. */
export function* eventById(
  state: ReadonlyCalendarState,
  id: number,
  site: CostSite,
): InPieces<EventView | undefined> {
  const event = state.events.get(String(id));
  if (event === undefined) return undefined;
  return yield* eventView(state, event, site, event.passwordFingerprint);
}

/** Member by member: wide objects are slow to spread. An event may have long texts and a thousand organizers. */
export function* eventView(
  state: ReadonlyCalendarState,
  event: EventPost,
  site: CostSite,
  passwordFingerprint: string | null = null,
): InPieces<EventView> {
  const { zone, startUtcSeconds, venueId } = event;
  const isBlank = isLocked(event, passwordFingerprint);
  const venue = venueId === null || isBlank ? undefined : state.venues.get(String(venueId));
  const description = isBlank ? '' : yield* paragraphsInPieces(event.description);
  yield;
  const excerpt = isBlank ? '' : yield* paragraphsInPieces(event.excerpt);
  yield;
  return {
    id: event.id,
    authorId: event.authorId,
    status: event.status,
    slug: event.slug,
    dateSeconds: event.dateSeconds,
    dateUtcSeconds: event.dateUtcSeconds,
    modifiedSeconds: event.modifiedSeconds,
    modifiedUtcSeconds: event.modifiedUtcSeconds,
    image: isBlank ? null : imageOf(state, event),
    title: titleOf(event.title),
    description,
    excerpt,
    isAllDay: event.isAllDay,
    startSeconds: event.startSeconds,
    endSeconds: event.endSeconds,
    startUtcSeconds,
    endUtcSeconds: event.endUtcSeconds,
    zone,
    timezoneAbbreviation: zoneNamed(zone)?.offsetAt(startUtcSeconds).abbreviation ?? '',
    cost: costOf(isBlank ? [] : event.cost, site),
    website: isBlank ? '' : event.website,
    showsMap: event.showsMap,
    showsMapLink: event.showsMapLink,
    isHidden: event.isHidden,
    isSticky: event.isSticky,
    isFeatured: event.isFeatured,
    categories: termsOf(state, isBlank ? [] : event.categoryIds),
    tags: termsOf(state, isBlank ? [] : event.tagIds),
    venue: venue === undefined ? null : venueView(state, venue),
    organizers: yield* organizersOf(state, isBlank ? [] : event.organizerIds),
    isBlank,
  };
}

function* organizersOf(
  state: ReadonlyCalendarState,
  ids: readonly number[],
): InPieces<readonly OrganizerView[]> {
  const views: OrganizerView[] = [];
  for (const id of ids) {
    const organizer = state.organizers.get(String(id));
    if (organizer !== undefined) views.push(organizerView(state, organizer));
    yield;
  }
  return views;
}

/** Whether an event has a password with another fingerprint (reference/calendar.md section 5.2). */
function isLocked(event: EventPost, passwordFingerprint: string | null): boolean {
  return event.passwordFingerprint !== null && event.passwordFingerprint !== passwordFingerprint;
}

function notFound(state: ReadonlyCalendarState, name: PostName): Result<never, CalendarRejection> {
  if ('slug' in name) return invalidParameter('slug', notA('event'));
  return err({ code: isPostId(state, name.id) ? 'EVENT_ID_INVALID' : 'EVENT_NOT_FOUND' });
}
