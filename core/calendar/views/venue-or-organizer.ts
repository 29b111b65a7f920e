// Views of venues and organizers, alone and in events (reference/calendar.md sections 3.2 and 3.3).

import { memoizeByRecord } from '../../kernel/memo.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { Caller, PostName } from '../commands.ts';
import { mayRead } from '../permissions.ts';
import { notA } from '../problems.ts';
import type { Image } from '../records/image.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { Post, PostKind, VenueOrOrganizer } from '../records/post.ts';
import type { VenuePost } from '../records/venue.ts';
import type { CalendarRejection } from '../rejections.ts';
import { findOrganizer, findVenue, type ReadonlyCalendarState } from '../state.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import { stateProvinceOf } from '../text/state-province.ts';
import { titleOf } from '../text/title.ts';

/** A venue or organizer with rendered texts; the details of one with a password are blank. */
export type VenueOrOrganizerView<P extends VenueOrOrganizer> = P & {
  readonly image: Image | null;
};

export function venueOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
): Result<VenueOrOrganizerView<VenuePost>, CalendarRejection> {
  const venue = findVenue(state, name);
  if (venue === undefined) return notFound(name, 'venue');
  if (!mayRead(caller, venue)) return err({ code: 'VENUE_NOT_ACCESSIBLE' });
  return ok(venueView(state, venue));
}

export function organizerOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
): Result<VenueOrOrganizerView<OrganizerPost>, CalendarRejection> {
  const organizer = findOrganizer(state, name);
  if (organizer === undefined) return notFound(name, 'organizer');
  if (!mayRead(caller, organizer)) return err({ code: 'ORGANIZER_NOT_ACCESSIBLE' });
  return ok(organizerView(state, organizer));
}

export function venueView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  venue: VenuePost,
): VenueOrOrganizerView<VenuePost> {
  return renderVenue(venue, imageOf(state, venue));
}

export function organizerView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  organizer: OrganizerPost,
): VenueOrOrganizerView<OrganizerPost> {
  return renderOrganizer(organizer, imageOf(state, organizer));
}

/** Memoized: most events share a few venues and organizers. */
const renderVenue = memoizeByRecord(
  (venue: VenuePost, image: Image | null): VenueOrOrganizerView<VenuePost> => {
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
      imageId: venue.imageId,
      passwordFingerprint,
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
      image,
    };
  },
  isEquivalent,
);

const renderOrganizer = memoizeByRecord(
  (organizer: OrganizerPost, image: Image | null): VenueOrOrganizerView<OrganizerPost> => {
    const { passwordFingerprint } = organizer;
    const isOpen = passwordFingerprint === null;
    return {
      id: organizer.id,
      authorId: organizer.authorId,
      status: organizer.status,
      slug: organizer.slug,
      dateSeconds: organizer.dateSeconds,
      dateUtcSeconds: organizer.dateUtcSeconds,
      modifiedSeconds: organizer.modifiedSeconds,
      modifiedUtcSeconds: organizer.modifiedUtcSeconds,
      imageId: organizer.imageId,
      passwordFingerprint,
      name: titleOf(organizer.name),
      description: paragraphsOf(organizer.description),
      excerpt: paragraphsOf(organizer.excerpt),
      phone: isOpen ? organizer.phone : '',
      website: isOpen ? organizer.website : '',
      email: isOpen ? organizer.email : '',
      image,
    };
  },
  isEquivalent,
);

/**
 * Whether two posts of one kind show the same: event after event changes what use is made of one, which is not shown. All
 * of a kind have the same members.
 */
function isEquivalent<P extends VenueOrOrganizer>(one: P, other: P): boolean {
  for (const name in one) if (name !== 'use' && one[name] !== other[name]) return false;
  return true;
}

/** The image of a post. */
export function imageOf(
  { images }: Pick<ReadonlyCalendarState, 'images'>,
  { imageId }: Post,
): Image | null {
  return imageId === null ? null : (images.get(String(imageId)) ?? null);
}

function notFound(name: PostName, kind: PostKind): Result<never, CalendarRejection> {
  const parameter = 'id' in name ? 'id' : 'slug';
  return err({ code: 'PARAMETERS_INVALID', problems: { [parameter]: notA(kind) } });
}
