// Events as they are shown, alone and in lists (reference/calendar.md sections 3.1 and 5.2).

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Caller, PostName } from '../commands.ts';
import { zoneNamed } from '../dates/zones.ts';
import { mayRead } from '../decide/rights.ts';
import type { EventPost } from '../records/event.ts';
import type { Image } from '../records/image.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { VenuePost } from '../records/venue.ts';
import type { CalendarRejection } from '../rejections.ts';
import { eventNamed, isAnyPost, type ReadonlyCalendarState } from '../state.ts';
import { costOf, type Cost, type CostSite } from '../text/cost.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import { titleOf } from '../text/title.ts';
import { imageOf, organizerView, venueView, type LinkedView } from './linked.ts';
import { termViews, type TermView } from './term.ts';

export interface EventView extends Omit<EventPost, 'cost'> {
  readonly timezoneAbbreviation: string;
  readonly image: Image | null;
  readonly cost: Cost;
  readonly categories: readonly TermView[];
  readonly tags: readonly TermView[];
  readonly venue: LinkedView<VenuePost> | null;
  readonly organizers: readonly LinkedView<OrganizerPost>[];
  /** Whether its content was held back, for want of its password. */
  readonly isBlank: boolean;
}

/** An event as one who gave this password's fingerprint, or null, may read it. */
export function eventOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
  passwordFingerprint: string | null,
  site: CostSite,
): Result<EventView, CalendarRejection> {
  const event = eventNamed(state, name);
  if (event === undefined) return unknown(state, name);
  if (event.status === 'trash') return err({ code: 'EVENT_NO_LONGER_AVAILABLE' });
  if (!mayRead(caller, event)) return err({ code: 'EVENT_NOT_ACCESSIBLE' });
  if (isLocked(event, passwordFingerprint)) return err({ code: 'EVENT_PASSWORD_PROTECTED' });
  return ok(eventView(state, event, site, passwordFingerprint));
}

/** An event as it stands in lists and in answers to who changed it. */
export function eventView(
  state: ReadonlyCalendarState,
  event: EventPost,
  site: CostSite,
  passwordFingerprint: string | null = null,
): EventView {
  return eventViewer(state, site, passwordFingerprint)(event);
}

/** Shows events of one state. What many of them have in common is put together once. */
export function eventViewer(
  state: ReadonlyCalendarState,
  site: CostSite,
  passwordFingerprint: string | null = null,
): (event: EventPost) => EventView {
  const venueOf = once((id: number) => {
    const venue = state.venues.get(String(id));
    return venue === undefined ? null : venueView(state, venue);
  });
  const organizerOf = once((id: number) => {
    const organizer = state.organizers.get(String(id));
    return organizer === undefined ? [] : [organizerView(state, organizer)];
  });
  const termsOf = once((ids: string) => termViews(state, ids.split(' ').map(Number)));
  return (event) => {
    const { zone, startUtcSeconds, venueId, categoryIds, tagIds } = event;
    // Member by member: spread together, so many are slow to make and to read.
    const shown: EventView = {
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
      description: paragraphsOf(event.description),
      excerpt: paragraphsOf(event.excerpt),
      isAllDay: event.isAllDay,
      startSeconds: event.startSeconds,
      endSeconds: event.endSeconds,
      startUtcSeconds,
      endUtcSeconds: event.endUtcSeconds,
      zone,
      timezoneAbbreviation: zoneNamed(zone)?.offsetAt(startUtcSeconds).abbreviation ?? '',
      image: imageOf(state, event),
      cost: costOf(event.cost, site),
      website: event.website,
      showsMap: event.showsMap,
      showsMapLink: event.showsMapLink,
      isHidden: event.isHidden,
      isSticky: event.isSticky,
      isFeatured: event.isFeatured,
      categoryIds,
      categories: categoryIds.length === 0 ? [] : termsOf(categoryIds.join(' ')),
      tagIds,
      tags: tagIds.length === 0 ? [] : termsOf(tagIds.join(' ')),
      venueId,
      venue: venueId === null ? null : venueOf(venueId),
      organizerIds: event.organizerIds,
      organizers: event.organizerIds.flatMap(organizerOf),
      parentId: event.parentId,
      isTicketed: event.isTicketed,
      isBlank: false,
    };
    return isLocked(event, passwordFingerprint) ? { ...shown, ...blank(site) } : shown;
  };
}

/** The function, asked once for each of its arguments. */
function once<Argument, Value>(
  compute: (argument: Argument) => Value,
): (argument: Argument) => Value {
  const known = new Map<Argument, Value>();
  return (argument) => {
    const value = known.get(argument) ?? compute(argument);
    known.set(argument, value);
    return value;
  };
}

function isLocked(event: EventPost, passwordFingerprint: string | null): boolean {
  return event.passwordFingerprint !== null && event.passwordFingerprint !== passwordFingerprint;
}

function blank(site: CostSite) {
  return {
    description: '',
    excerpt: '',
    website: '',
    image: null,
    cost: costOf([], site),
    categories: [],
    tags: [],
    venue: null,
    organizers: [],
    isBlank: true,
  };
}

function unknown(state: ReadonlyCalendarState, name: PostName): Result<never, CalendarRejection> {
  if ('slug' in name) {
    return err({ code: 'PARAMETERS_INVALID', problems: { slug: 'is no event' } });
  }
  return err({ code: isAnyPost(state, name.id) ? 'EVENT_ID_INVALID' : 'EVENT_NOT_FOUND' });
}
