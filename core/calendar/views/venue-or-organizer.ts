// Views of venues and organizers, alone and in events (reference/calendar.md sections 3.2 and 3.3).

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Caller, PostName } from '../commands.ts';
import { mayRead } from '../permissions.ts';
import { invalidParameter, notA } from '../problems.ts';
import type { OrganizerDetail, OrganizerPost } from '../records/organizer.ts';
import type { PostKind } from '../records/post.ts';
import type { Place, VenueDetail, VenuePost } from '../records/venue.ts';
import type { CalendarRejection } from '../rejections.ts';
import { findOrganizer, findVenue, type ReadonlyCalendarState } from '../state.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import { stateProvinceOf } from '../text/state-province.ts';
import { titleOf } from '../text/title.ts';
import { imageOf } from './image.ts';
import type { PostView } from './post.ts';

/** Texts are rendered. Details are blank if the record has a password. */
interface VenueOrOrganizerView extends PostView {
  readonly name: string;
  readonly description: string;
  readonly excerpt: string;
}

export interface VenueView extends VenueOrOrganizerView, Readonly<Record<VenueDetail, string>> {
  readonly showsMap: boolean;
  readonly showsMapLink: boolean;
  readonly place: Place | null;
}

export interface OrganizerView
  extends VenueOrOrganizerView, Readonly<Record<OrganizerDetail, string>> {}

export function venueOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
): Result<VenueView, CalendarRejection> {
  const venue = findVenue(state, name);
  if (venue === undefined) return notFound(name, 'venue');
  if (!mayRead(caller, venue)) return err({ code: 'VENUE_NOT_ACCESSIBLE' });
  return ok(venueView(state, venue));
}

export function organizerOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
): Result<OrganizerView, CalendarRejection> {
  const organizer = findOrganizer(state, name);
  if (organizer === undefined) return notFound(name, 'organizer');
  if (!mayRead(caller, organizer)) return err({ code: 'ORGANIZER_NOT_ACCESSIBLE' });
  return ok(organizerView(state, organizer));
}

/** The venue with an id, for a caller that has just created or changed it. */
export function venueById(state: ReadonlyCalendarState, id: number): VenueView | undefined {
  const venue = state.venues.get(String(id));
  return venue === undefined ? undefined : venueView(state, venue);
}

/** The organizer with an id, for a caller that has just created or changed it. */
export function organizerById(state: ReadonlyCalendarState, id: number): OrganizerView | undefined {
  const organizer = state.organizers.get(String(id));
  return organizer === undefined ? undefined : organizerView(state, organizer);
}

/** Member by member: wide objects are slow to spread. */
export function venueView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  venue: VenuePost,
): VenueView {
  const { country, province, stateprovince, passwordFingerprint } = venue;
  const region = { country, state: venue.state, province, stateProvince: stateprovince };
  const isOpen = passwordFingerprint === null;
  return {
    id: venue.id,
    authorId: venue.authorId,
    status: venue.status,
    slug: venue.slug,
    dateSeconds: venue.dateSeconds,
    dateUtcSeconds: venue.dateUtcSeconds,
    modifiedSeconds: venue.modifiedSeconds,
    modifiedUtcSeconds: venue.modifiedUtcSeconds,
    image: imageOf(state, venue),
    name: titleOf(venue.name),
    description: paragraphsOf(venue.description),
    excerpt: paragraphsOf(venue.excerpt),
    address: isOpen ? venue.address : '',
    city: isOpen ? venue.city : '',
    country: isOpen ? country : '',
    province: isOpen ? province : '',
    state: isOpen ? venue.state : '',
    zip: isOpen ? venue.zip : '',
    phone: isOpen ? venue.phone : '',
    website: isOpen ? venue.website : '',
    stateprovince: isOpen ? stateProvinceOf(region) : '',
    showsMap: venue.showsMap,
    showsMapLink: venue.showsMapLink,
    place: isOpen ? venue.place : null,
  };
}

export function organizerView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  organizer: OrganizerPost,
): OrganizerView {
  const isOpen = organizer.passwordFingerprint === null;
  return {
    id: organizer.id,
    authorId: organizer.authorId,
    status: organizer.status,
    slug: organizer.slug,
    dateSeconds: organizer.dateSeconds,
    dateUtcSeconds: organizer.dateUtcSeconds,
    modifiedSeconds: organizer.modifiedSeconds,
    modifiedUtcSeconds: organizer.modifiedUtcSeconds,
    image: imageOf(state, organizer),
    name: titleOf(organizer.name),
    description: paragraphsOf(organizer.description),
    excerpt: paragraphsOf(organizer.excerpt),
    phone: isOpen ? organizer.phone : '',
    website: isOpen ? organizer.website : '',
    email: isOpen ? organizer.email : '',
  };
}

function notFound(name: PostName, kind: PostKind): Result<never, CalendarRejection> {
  return invalidParameter('id' in name ? 'id' : 'slug', notA(kind));
}
