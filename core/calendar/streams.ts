// The lives of the calendar: what observers of a post see, mutation by mutation.

import type { Life } from '../life.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { ReadonlyState } from '../tables/index.ts';
import { changesFrom } from './decide/plan.ts';
import type { CalendarEvent } from './events.ts';
import type { EventPost } from './records/event.ts';
import type { OrganizerPost } from './records/organizer.ts';
import type { Post, PostKind, Status } from './records/post.ts';
import type { VenuePost } from './records/venue.ts';
import { eventsOf, type CalendarState } from './state.ts';

/** A post after an event. */
export interface PostChange {
  readonly id: number;
  readonly kind: PostKind;
  readonly status: Status;
  readonly atMs: number;
  /** The type of the event; absent in the first value, which is the present one. */
  readonly event?: CalendarEvent['type'];
  /** All fields as they are; `hasPassword` stands for the password's fingerprint. */
  readonly fields: PostFields;
  /** The fields that the event changed, by name; none in the first value. */
  readonly changes: Readonly<Record<string, FieldChange>>;
  /** The event published it, on request or because its time had come. */
  readonly goesLive: boolean;
}

export interface FieldChange {
  /** Absent if the post is new. */
  readonly before?: unknown;
  readonly after: unknown;
}

export type PostFields = Omit<Post, 'passwordFingerprint'> & {
  readonly hasPassword: boolean;
} & (EventFields | VenueFields | OrganizerFields);

type EventFields = Omit<EventPost, 'passwordFingerprint'>;
type VenueFields = Omit<VenuePost, 'passwordFingerprint'>;
type OrganizerFields = Omit<OrganizerPost, 'passwordFingerprint'>;

type ReadonlyCalendar = ReadonlyState<CalendarState>;

/** Posts end in the trash at most, and may come back from there: no status is final. */
export const postLife: Life<CalendarState, CalendarEvent, PostChange, PostFields> = {
  idsIn: (event, before) => changedPosts(event, before).map(String),
  openIds: ({ events, venues, organizers }) =>
    [events, venues, organizers]
      .flatMap((table) => [...table.values()].map(({ id }) => id))
      .sort((left, right) => left - right)
      .map(String),
  recordOf: (state, id) => found(state, id)?.fields,
  valueOf(state, id, { atMs, event, before }) {
    const post = found(state, id);
    if (post === undefined) return undefined;
    const { kind, fields } = post;
    const { status } = fields;
    return {
      id: fields.id,
      kind,
      status,
      atMs,
      ...omitUndefined({ event: event?.type }),
      fields,
      changes: event === undefined ? {} : changesOf(before, fields),
      goesLive: event !== undefined && status === 'publish' && before?.status !== 'publish',
    };
  },
  isFinal: () => false,
};

/** Besides its own post: the events that lose a trashed venue or organizer, or a deleted term. */
function changedPosts(event: CalendarEvent, before: ReadonlyCalendar): readonly number[] {
  const linked = (kind: Parameters<typeof eventsOf>[1], id: number) =>
    eventsOf(before, kind, id).map((post) => post.id);
  switch (event.type) {
    case 'EventCreated':
    case 'VenueCreated':
    case 'OrganizerCreated':
      return [event.post.id];
    case 'EventUpdated':
      return [event.id];
    case 'VenueUpdated':
    case 'OrganizerUpdated': {
      const kind = event.type === 'VenueUpdated' ? 'venue' : 'organizer';
      const isTrashed = event.changes.status === 'trash';
      return [event.id, ...(isTrashed ? linked(kind, event.id) : [])];
    }
    case 'PostTrashed':
      return [event.id, ...(event.kind === 'event' ? [] : linked(event.kind, event.id))];
    case 'PostPublished':
      return [event.id];
    case 'TermDeleted': {
      const term = before.terms.get(String(event.termId));
      return term === undefined ? [] : linked(term.taxonomy, term.id);
    }
    case 'TermCreated':
    case 'TermUpdated':
    case 'ImageAttached':
      return [];
  }
}

function found(
  { events, venues, organizers }: ReadonlyCalendar,
  id: string,
): { readonly kind: PostKind; readonly fields: PostFields } | undefined {
  const event = events.get(id);
  if (event !== undefined) return { kind: 'event', fields: fieldsOf(event) };
  const venue = venues.get(id);
  if (venue !== undefined) {
    const { use: _, ...fields } = venue;
    return { kind: 'venue', fields: fieldsOf(fields) };
  }
  const organizer = organizers.get(id);
  if (organizer === undefined) return undefined;
  const { use: _, ...fields } = organizer;
  return { kind: 'organizer', fields: fieldsOf(fields) };
}

function fieldsOf<P extends Post>({ passwordFingerprint, ...fields }: P) {
  return { ...fields, hasPassword: passwordFingerprint !== null };
}

function changesOf(
  before: PostFields | undefined,
  after: PostFields,
): Readonly<Record<string, FieldChange>> {
  const changed = Object.entries(before === undefined ? after : changesFrom(before, after));
  return Object.fromEntries(
    changed.map(([name, value]) => [
      name,
      before === undefined
        ? { after: value }
        : { before: before[name as keyof PostFields], after: value },
    ]),
  );
}
