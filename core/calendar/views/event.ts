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
  const { startUtcSeconds, venueId } = event;
  const title = titleOf(event.title);
  const timezoneAbbreviation = zoneNamed(event.zone)?.offsetAt(startUtcSeconds).abbreviation ?? '';
  const head = { ...event, title, timezoneAbbreviation };
  if (isLocked(event, passwordFingerprint)) return { ...head, ...blank(site) };
  const venue = venueId === null ? undefined : state.venues.get(String(venueId));
  const organizers = event.organizerIds.flatMap((id) => state.organizers.get(String(id)) ?? []);
  return {
    ...head,
    description: paragraphsOf(event.description),
    excerpt: paragraphsOf(event.excerpt),
    image: imageOf(state, event),
    cost: costOf(event.cost, site),
    categories: termViews(state, event.categoryIds),
    tags: termViews(state, event.tagIds),
    venue: venue === undefined ? null : venueView(state, venue),
    organizers: organizers.map((organizer) => organizerView(state, organizer)),
    isBlank: false,
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
