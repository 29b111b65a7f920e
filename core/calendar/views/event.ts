// Views of events, alone and in lists (reference/calendar.md sections 3.1 and 5.2).

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Caller, PostName } from '../commands.ts';
import { zoneNamed } from '../dates/zones.ts';
import { mayRead } from '../permissions.ts';
import { notA } from '../problems.ts';
import type { EventPost } from '../records/event.ts';
import type { Image } from '../records/image.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { VenuePost } from '../records/venue.ts';
import type { CalendarRejection } from '../rejections.ts';
import { findEvent, isPostId, type ReadonlyCalendarState } from '../state.ts';
import { costOf, type Cost, type CostSite } from '../text/cost.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import { titleOf } from '../text/title.ts';
import {
  imageOf,
  organizerView,
  venueView,
  type VenueOrOrganizerView,
} from './venue-or-organizer.ts';
import { termsOf, type CountedTerm } from './term.ts';

export interface EventView extends Omit<EventPost, 'cost'> {
  readonly timezoneAbbreviation: string;
  readonly image: Image | null;
  readonly cost: Cost;
  readonly categories: readonly CountedTerm[];
  readonly tags: readonly CountedTerm[];
  readonly venue: VenueOrOrganizerView<VenuePost> | null;
  readonly organizers: readonly VenueOrOrganizerView<OrganizerPost>[];
  /** Whether its content is withheld for lack of its password. */
  readonly isBlank: boolean;
}

/** An event as a caller with this password's fingerprint, or null, may read it. */
export function eventOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
  passwordFingerprint: string | null,
  site: CostSite,
): Result<EventView, CalendarRejection> {
  const event = findEvent(state, name);
  if (event === undefined) return notFound(state, name);
  if (event.status === 'trash') return err({ code: 'EVENT_NO_LONGER_AVAILABLE' });
  if (!mayRead(caller, event)) return err({ code: 'EVENT_NOT_ACCESSIBLE' });
  if (isLocked(event, passwordFingerprint)) return err({ code: 'EVENT_PASSWORD_PROTECTED' });
  return ok(eventView(state, event, site, passwordFingerprint));
}

/** An event in a list, or in the answer to its own update. Member by member: wide objects are slow to spread. */
export function eventView(
  state: ReadonlyCalendarState,
  event: EventPost,
  site: CostSite,
  passwordFingerprint: string | null = null,
): EventView {
  const { zone, startUtcSeconds, venueId } = event;
  const isBlank = isLocked(event, passwordFingerprint);
  const venue = venueId === null || isBlank ? undefined : state.venues.get(String(venueId));
  return {
    id: event.id,
    authorId: event.authorId,
    status: event.status,
    slug: event.slug,
    dateSeconds: event.dateSeconds,
    dateUtcSeconds: event.dateUtcSeconds,
    modifiedSeconds: event.modifiedSeconds,
    modifiedUtcSeconds: event.modifiedUtcSeconds,
    imageId: event.imageId,
    passwordFingerprint: event.passwordFingerprint,
    title: titleOf(event.title),
    description: isBlank ? '' : paragraphsOf(event.description),
    excerpt: isBlank ? '' : paragraphsOf(event.excerpt),
    isAllDay: event.isAllDay,
    startSeconds: event.startSeconds,
    endSeconds: event.endSeconds,
    startUtcSeconds,
    endUtcSeconds: event.endUtcSeconds,
    zone,
    timezoneAbbreviation: zoneNamed(zone)?.offsetAt(startUtcSeconds).abbreviation ?? '',
    image: isBlank ? null : imageOf(state, event),
    cost: costOf(isBlank ? [] : event.cost, site),
    website: isBlank ? '' : event.website,
    showsMap: event.showsMap,
    showsMapLink: event.showsMapLink,
    isHidden: event.isHidden,
    isSticky: event.isSticky,
    isFeatured: event.isFeatured,
    categoryIds: event.categoryIds,
    categories: termsOf(state, isBlank ? [] : event.categoryIds),
    tagIds: event.tagIds,
    tags: termsOf(state, isBlank ? [] : event.tagIds),
    venueId,
    venue: venue === undefined ? null : venueView(state, venue),
    organizerIds: event.organizerIds,
    organizers: organizersOf(state, isBlank ? [] : event.organizerIds),
    parentId: event.parentId,
    isTicketed: event.isTicketed,
    isBlank,
  };
}

function organizersOf(
  state: ReadonlyCalendarState,
  ids: readonly number[],
): readonly VenueOrOrganizerView<OrganizerPost>[] {
  const views: VenueOrOrganizerView<OrganizerPost>[] = [];
  for (const id of ids) {
    const organizer = state.organizers.get(String(id));
    if (organizer !== undefined) views.push(organizerView(state, organizer));
  }
  return views;
}

/** Whether an event has another password than this fingerprint, or null (reference/calendar.md section 5.2). */
function isLocked(event: EventPost, passwordFingerprint: string | null): boolean {
  return event.passwordFingerprint !== null && event.passwordFingerprint !== passwordFingerprint;
}

function notFound(state: ReadonlyCalendarState, name: PostName): Result<never, CalendarRejection> {
  if ('slug' in name) {
    return err({ code: 'PARAMETERS_INVALID', problems: { slug: notA('event') } });
  }
  return err({ code: isPostId(state, name.id) ? 'EVENT_ID_INVALID' : 'EVENT_NOT_FOUND' });
}
