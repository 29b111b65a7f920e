// The posts of a calendar at a moment, as one sees them: lists, a month, what goes live next.

import { atOnce, calendar, type States } from '../../../../../core/index.ts';
import { gridBounds, type GridWeek } from './month-grid.ts';
import type { Viewer } from './seen-as.ts';
import type { SiteSettings } from './site-settings.ts';

export type CalendarStates = States['calendar'];

export interface ListedPost {
  readonly id: number;
  readonly kind: calendar.PostKind;
  readonly title: string;
  readonly status: calendar.Status;
  readonly authorId: number;
  /** Of its publication, in UTC; null for drafts without a date. */
  readonly dateUtcSeconds: number | null;
  /** Of an event, in UTC and by the clock of its own zone. */
  readonly event?: PostTimes;
}

export interface PostTimes {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startUtcSeconds: number;
  readonly endUtcSeconds: number;
  readonly zone: string;
  readonly isAllDay: boolean;
}

export interface PostList {
  readonly posts: readonly ListedPost[];
  /** Of all, also those that are not in the list. */
  readonly total: number;
  /** Why there is no list, as a request is refused. */
  readonly problem?: string;
}

/** The most posts of a list; further ones are counted. */
export const listedMax = 500;

/** Before all events. */
const longAgo = '1000-01-01';

/** All posts that the viewer is shown in lists, by kind and then in the order of the list. */
export function listedPosts(
  states: CalendarStates,
  viewer: Viewer,
  settings: SiteSettings,
  nowMs: number,
): PostList {
  const { caller } = viewer;
  if (caller === undefined) return storedPosts(states);
  const page = { page: 1, perPage: listedMax };
  const events = calendar.eventListPage(
    states,
    { ...page, startsAfter: longAgo },
    caller,
    settings.site,
    nowMs,
  );
  const venues = calendar.venueListPage(states, page, caller, nowMs);
  const organizers = calendar.organizerListPage(states, page, caller, nowMs);
  if (!events.ok) return refused(events.error.code);
  if (!venues.ok) return refused(venues.error.code);
  if (!organizers.ok) return refused(organizers.error.code);
  const posts = [
    ...events.value.items.map((render) => eventPost(atOnce(render()))),
    ...venues.value.items.map((render) => namedPost('venue', atOnce(render()))),
    ...organizers.value.items.map((render) => namedPost('organizer', atOnce(render()))),
  ];
  const total = events.value.total + venues.value.total + organizers.value.total;
  return { posts: posts.slice(0, listedMax), total };
}

function storedPosts({ events, venues, organizers }: CalendarStates): PostList {
  const posts: ListedPost[] = [];
  const add = (post: () => ListedPost) => {
    if (posts.length < listedMax) posts.push(post());
  };
  for (const event of events.values()) add(() => eventPost(event));
  for (const venue of venues.values()) add(() => namedPost('venue', venue));
  for (const organizer of organizers.values()) add(() => namedPost('organizer', organizer));
  return { posts, total: events.size + venues.size + organizers.size };
}

function refused(code: string): PostList {
  return { posts: [], total: 0, problem: code };
}

type EventLike = Pick<
  calendar.EventView,
  Exclude<keyof PostTimes, never> | 'id' | 'title' | 'status' | 'authorId' | 'dateUtcSeconds'
>;

function eventPost(event: EventLike): ListedPost {
  const { id, title, status, authorId, dateUtcSeconds } = event;
  const { startSeconds, endSeconds, startUtcSeconds, endUtcSeconds, zone, isAllDay } = event;
  return {
    id,
    kind: 'event',
    title,
    status,
    authorId,
    dateUtcSeconds,
    event: { startSeconds, endSeconds, startUtcSeconds, endUtcSeconds, zone, isAllDay },
  };
}

type NamedLike = Pick<calendar.VenueView, 'id' | 'name' | 'status' | 'authorId' | 'dateUtcSeconds'>;

function namedPost(
  kind: 'venue' | 'organizer',
  { id, name, status, authorId, dateUtcSeconds }: NamedLike,
): ListedPost {
  return { id, kind, title: name, status, authorId, dateUtcSeconds };
}

/** How many posts have a status. */
export function countsByStatus(
  posts: readonly ListedPost[],
): readonly (readonly [calendar.Status, number])[] {
  return calendar.statuses.flatMap((status) => {
    const count = posts.filter((post) => post.status === status).length;
    return count === 0 ? [] : [[status, count] as const];
  });
}

/** Scheduled posts, in the order in which they go live. */
export function nextLive(posts: readonly ListedPost[]): readonly ListedPost[] {
  return posts
    .filter(({ status, dateUtcSeconds }) => status === 'future' && dateUtcSeconds !== null)
    .toSorted(
      (one, other) => (one.dateUtcSeconds ?? 0) - (other.dateUtcSeconds ?? 0) || one.id - other.id,
    );
}

/** The events of each day of a grid, by midnight of the day; in the order of their starts. */
export function eventsByDay(
  posts: readonly ListedPost[],
  weeks: readonly GridWeek[],
  zone: calendar.Zone,
): ReadonlyMap<number, readonly ListedPost[]> {
  const [first, last] = gridBounds(weeks);
  const days = new Map<number, ListedPost[]>();
  const events = posts
    .filter(({ event }) => event !== undefined)
    .toSorted(
      (one, other) =>
        (one.event?.startUtcSeconds ?? 0) - (other.event?.startUtcSeconds ?? 0) ||
        one.id - other.id,
    );
  for (const post of events) {
    if (post.event === undefined) continue;
    const [from, to] = daysOf(post.event, zone);
    for (let day = Math.max(from, first); day <= Math.min(to, last); day += calendar.daySeconds) {
      const own = days.get(day);
      if (own === undefined) days.set(day, [post]);
      else own.push(post);
    }
  }
  return days;
}

/** The first and the last day of an event, at midnight. Whole days are those of its own zone. */
function daysOf(
  { isAllDay, startSeconds, endSeconds, startUtcSeconds, endUtcSeconds }: PostTimes,
  zone: calendar.Zone,
): readonly [number, number] {
  const start = isAllDay ? startSeconds : zone.wallOf(startUtcSeconds);
  const end = isAllDay ? endSeconds : zone.wallOf(endUtcSeconds);
  // An event that ends at midnight has no part of the next day.
  const last = end > start && end % calendar.daySeconds === 0 ? end - 1 : end;
  return [calendar.startOfDay(start), calendar.startOfDay(Math.max(start, last))];
}
