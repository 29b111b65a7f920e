// Venues and organizers as they are shown, alone and in events (reference/calendar.md sections 3.2 and 3.3).

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Caller, PostName } from '../commands.ts';
import { mayRead } from '../decide/rights.ts';
import type { Image } from '../records/image.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { LinkedPost, Post } from '../records/post.ts';
import type { VenuePost } from '../records/venue.ts';
import type { CalendarRejection } from '../rejections.ts';
import { organizerNamed, venueNamed, type ReadonlyCalendarState } from '../state.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import { stateProvinceOf } from '../text/state-province.ts';
import { titleOf } from '../text/title.ts';

/** A post with its texts as they are shown; its details are blank where its password was not given. */
export type LinkedView<P extends LinkedPost> = P & {
  readonly image: Image | null;
};

export function venueOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
): Result<LinkedView<VenuePost>, CalendarRejection> {
  const venue = venueNamed(state, name);
  if (venue === undefined) return unknown(name, 'venue');
  if (!mayRead(caller, venue)) return err({ code: 'VENUE_NOT_ACCESSIBLE' });
  return ok(venueView(state, venue));
}

export function organizerOf(
  state: ReadonlyCalendarState,
  name: PostName,
  caller: Caller,
): Result<LinkedView<OrganizerPost>, CalendarRejection> {
  const organizer = organizerNamed(state, name);
  if (organizer === undefined) return unknown(name, 'organizer');
  if (!mayRead(caller, organizer)) return err({ code: 'ORGANIZER_NOT_ACCESSIBLE' });
  return ok(organizerView(state, organizer));
}

export function venueView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  venue: VenuePost,
): LinkedView<VenuePost> {
  const { phone, website, address, city, country, province, zip } = venue;
  const stateprovince = stateProvinceOf({ ...venue, stateProvince: venue.stateprovince });
  const shown = { ...withTexts(venue), stateprovince, image: imageOf(state, venue) };
  if (venue.passwordFingerprint === null) return shown;
  const details = {
    phone,
    website,
    address,
    city,
    country,
    province,
    zip,
    state: '',
    stateprovince,
  };
  return { ...shown, ...blanked(details), place: null };
}

export function organizerView(
  state: Pick<ReadonlyCalendarState, 'images'>,
  organizer: OrganizerPost,
): LinkedView<OrganizerPost> {
  const { phone, website, email } = organizer;
  const shown = { ...withTexts(organizer), image: imageOf(state, organizer) };
  if (organizer.passwordFingerprint === null) return shown;
  return { ...shown, ...blanked({ phone, website, email }) };
}

/** The image of a post. */
export function imageOf(
  { images }: Pick<ReadonlyCalendarState, 'images'>,
  { imageId }: Post,
): Image | null {
  return imageId === null ? null : (images.get(String(imageId)) ?? null);
}

function withTexts<P extends LinkedPost>(post: P): P {
  return {
    ...post,
    name: titleOf(post.name),
    description: paragraphsOf(post.description),
    excerpt: paragraphsOf(post.excerpt),
  };
}

function blanked<Details extends object>(details: Details): Record<keyof Details, string> {
  return Object.fromEntries(Object.keys(details).map((name) => [name, ''])) as Record<
    keyof Details,
    string
  >;
}

function unknown(name: PostName, kind: string): Result<never, CalendarRejection> {
  const parameter = 'id' in name ? 'id' : 'slug';
  return err({ code: 'PARAMETERS_INVALID', problems: { [parameter]: `is no ${kind}` } });
}
