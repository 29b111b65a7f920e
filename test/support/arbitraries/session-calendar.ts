// Calendar commands of random sessions: events are created, moved and deleted by callers of all roles, with new or existing
// venues, organizers, terms and images. Some posts are scheduled; many commands are rejected.

import {
  roles,
  type CalendarCommand,
  type Caller,
  type EventFields,
  type Link,
  type OrganizerFields,
  type Site,
  type VenueFields,
} from '../../../core/calendar/commands.ts';
import { postKinds, statuses } from '../../../core/calendar/records/post.ts';
import { taxonomies } from '../../../core/calendar/records/term.ts';
import type { ReadonlyCalendarState } from '../../../core/calendar/state.ts';
import type { PureWorld } from '../engine/pure-world.ts';
import type { CalendarAction } from './actions.ts';

/** Few, so that slugs and names collide. */
const titles = ['Fair', 'fair', 'Market & Co.', 'Übung — “für alle”', 'Fair 2', '日本'] as const;
const words = ['Music', 'music', 'Kids & Teens', 'Outdoors', 'Été'] as const;
const starts = [
  '2026-01-10 18:00',
  'tomorrow 9am',
  '+3 days',
  '2026-03-29 02:30:00',
  '2026-10-25T02:30',
  1_770_000_000,
  'next wednesday 4pm',
  'yesterday',
  'soon',
] as const;
const ends = ['2026-01-10 20:00', 'tomorrow 11am', '+4 days', '2026-10-25 02:45', 'never'] as const;
const zones = ['Europe/Berlin', 'America/New_York', 'UTC+5.5', 'Pacific/Apia', '', 'Moon'] as const;
const costs = ['', '5', '$5', ['10€', '20€'], 'Donation', 'free'] as const;
/** Most scheduled dates fall within the session. */
const dates = [
  '+2 seconds',
  '+1 minute',
  '+5 minutes',
  '2026-01-01 00:03:00',
  'yesterday',
] as const;
const images = ['https://pictures.example/a.jpg', 'http://pictures.example/b/c.png', 'ftp://x', ''];

/** The command of an action; undefined if the world has no record for it. */
export function calendarCommand(
  { calendar: state }: PureWorld,
  { what, x, y }: CalendarAction,
): CalendarCommand | undefined {
  const asked = { caller: callerOf(x), site: siteOf(x) };
  const someEvent = of([...state.events.values()], x)?.id;
  const someVenue = of([...state.venues.values()], x)?.id;
  const someOrganizer = of([...state.organizers.values()], x)?.id;
  switch (what) {
    case 'announce':
      return {
        type: 'CreateEvent',
        ...asked,
        fields: {
          title: of(titles, y) ?? '',
          startDate: of(starts, y) ?? 'now',
          endDate: of(ends, x + y) ?? 'now',
          ...eventFields(state, x, y),
        },
      };
    case 'reschedule':
      if (someEvent === undefined) return undefined;
      return {
        type: 'UpdateEvent',
        ...asked,
        event: { id: y % 19 === 0 ? 1_000 + y : someEvent },
        fields: {
          ...(y % 2 === 0 ? { startDate: of(starts, y) ?? 'now' } : {}),
          ...(y % 3 === 0 ? { title: of(titles, x) ?? '' } : {}),
          ...eventFields(state, y, x),
        },
      };
    case 'place': {
      const fields = venueFields(x, y);
      return y % 3 === 0 && someVenue !== undefined
        ? { type: 'UpdateVenue', ...asked, venue: { id: someVenue }, fields }
        : { type: 'CreateVenue', ...asked, fields };
    }
    case 'host': {
      const fields = organizerFields(x, y);
      return y % 3 === 0 && someOrganizer !== undefined
        ? { type: 'UpdateOrganizer', ...asked, organizer: { id: someOrganizer }, fields }
        : { type: 'CreateOrganizer', ...asked, fields };
    }
    case 'sort': {
      const taxonomy = of(taxonomies, y) ?? 'tag';
      const termId = of([...state.terms.values()], x)?.id ?? 1;
      const parent = taxonomy === 'category' && y % 5 < 2 ? { parent: (x % 7) + 1 } : {};
      const fields = { name: of(words, x + y) ?? '', ...parent };
      if (y % 4 === 3) return { type: 'DeleteTerm', ...asked, taxonomy, termId };
      if (y % 4 === 2) return { type: 'UpdateTerm', ...asked, taxonomy, termId, fields };
      return { type: 'CreateTerm', ...asked, taxonomy, fields };
    }
    case 'withdraw': {
      const kind = of(postKinds, y) ?? 'event';
      const id = { event: someEvent, venue: someVenue, organizer: someOrganizer }[kind];
      return id === undefined ? undefined : { type: 'TrashPost', ...asked, kind, post: { id } };
    }
    case 'equip': {
      if (y % 3 === 0 && someVenue !== undefined) {
        const place = y % 2 === 0 ? { latitude: 52.5, longitude: 0 - (x % 180) } : null;
        return { type: 'SetOperatorFields', kind: 'venue', id: someVenue, place };
      }
      if (someEvent === undefined) return undefined;
      const parentId = of([...state.events.values()], y)?.id ?? null;
      return {
        type: 'SetOperatorFields',
        kind: 'event',
        id: someEvent,
        ...(y % 2 === 0 ? { passwordFingerprint: x % 2 === 0 ? 'a-fingerprint' : null } : {}),
        ...(y % 5 === 0 ? { parentId } : {}),
        isTicketed: x % 2 === 0,
      };
    }
  }
}

/** Mostly an administrator. */
function callerOf(x: number): Caller {
  if (x % 3 !== 0) return { userId: 1, role: 'administrator' };
  const role = of(roles, x / 3);
  return role === undefined || x % 11 === 0 ? 'anonymous' : { userId: 1 + (x % 3), role };
}

function siteOf(x: number): Site {
  const zone = x % 4 === 0 ? 'Europe/Berlin' : 'UTC';
  return { zone, userIds: [1, 2, 3], resetsOnUpdate: x % 13 === 0 };
}

/** All fields but the title and the dates. */
function eventFields(state: ReadonlyCalendarState, x: number, y: number): EventFields {
  const venues = [...state.venues.values()];
  const organizers = [...state.organizers.values()];
  const place: Link<VenueFields> =
    y % 2 === 0 ? { fields: venueFields(x, y) } : { id: of(venues, x)?.id ?? 1 };
  const hosts: readonly Link<OrganizerFields>[] = [
    { fields: organizerFields(y, x) },
    ...organizers.slice(x % 3, (x % 3) + (y % 3)).map(({ id }) => ({ id })),
  ];
  return {
    ...(x % 2 === 0 ? { timezone: of(zones, y) ?? '' } : {}),
    ...(x % 5 === 0 ? { allDay: y % 2 === 0 } : {}),
    ...(x % 3 === 1 ? { venue: y % 7 === 0 ? [] : [place] } : {}),
    ...(x % 4 === 1 ? { organizer: y % 7 === 0 ? [] : hosts } : {}),
    ...(y % 3 === 1 ? { categories: [of(words, x) ?? '', (y % 9) + 1] } : {}),
    ...(y % 4 === 1 ? { tags: [of(words, y) ?? '', of(words, x) ?? ''] } : {}),
    ...(y % 5 === 1 ? { status: y % 95 === 1 ? 'lost' : (of(statuses.slice(0, 6), x) ?? '') } : {}),
    ...(x % 6 === 1 ? { status: 'future', date: of(dates, y) ?? 'now' } : {}),
    ...(y % 7 === 1 ? { image: of(images, x) ?? '' } : {}),
    ...(y % 8 === 1 ? { cost: of(costs, x) ?? '' } : {}),
    ...(y % 6 === 1 ? { slug: of(['fair', 'one', 'Two Three'], x) ?? '' } : {}),
    ...(y % 9 === 1 ? { description: 'Hello\n\nworld', featured: x % 2 === 0 } : {}),
  };
}

function venueFields(x: number, y: number): VenueFields {
  return {
    ...(y % 11 === 0 ? {} : { name: of(titles, x) ?? '' }),
    ...(y % 3 === 0 ? { city: of(words, y) ?? '' } : {}),
    ...(y % 5 === 0 ? { showMap: x % 2 === 0 } : {}),
    ...(y % 6 === 0 ? { status: 'future', date: of(dates, x) ?? 'now' } : {}),
  };
}

function organizerFields(x: number, y: number): OrganizerFields {
  return {
    ...(y % 11 === 0 ? {} : { name: of(titles, x) ?? '' }),
    ...(y % 3 === 0 ? { email: `${x % 4}@example.org` } : {}),
    ...(y % 8 === 0 ? { image: of(images, x) ?? '' } : {}),
  };
}

function of<T>(list: readonly T[], place: number): T | undefined {
  return list[Math.floor(place) % Math.max(1, list.length)];
}
