// Making and changing events, with all that they name: nothing is made before everything is found sound
// (reference/calendar.md sections 5.1, 5.3 and 2.5).

import type { Context } from '../../kernel/context.ts';
import { endOfDay, startOfDay } from '../dates/civil.ts';
import type { EventDate } from '../dates/strtotime.ts';
import { zoneNamed, type Zone } from '../dates/zones.ts';
import type {
  CreateEvent,
  EventFields,
  OrganizerFields,
  UpdateEvent,
  VenueFields,
} from '../commands.ts';
import type { EventPost } from '../records/event.ts';
import type { Post } from '../records/post.ts';
import { eventNamed, isAnyPost, type ReadonlyCalendarState } from '../state.ts';
import { costCharsMax, costTexts } from '../text/cost.ts';
import {
  add,
  changesFrom,
  done,
  eachOnce,
  forbidden,
  judged,
  openDraft,
  reject,
  wrong,
  type Decision,
  type Draft,
} from './draft.ts';
import { judgeLinks, takeLink, type Wish } from './linked.ts';
import { organizerKind } from './organizer.ts';
import { changedPost, judgeDate, judgePost, dateIn, newPost, type PostWish } from './post.ts';
import { mayCreate, mayEdit, mayPublish } from './rights.ts';
import { takeTerms } from './term.ts';
import { venueKind } from './venue.ts';

/** What is wished of an event, found sound. */
interface EventWish {
  readonly post: PostWish;
  readonly zone: Zone;
  readonly start: EventDate | undefined;
  readonly end: EventDate | undefined;
  readonly venue: readonly Wish<VenueFields>[] | undefined;
  readonly organizer: readonly Wish<OrganizerFields>[] | undefined;
}

export function createEvent(
  command: CreateEvent,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const { fields } = command;
  const draft = openDraft(command, state, context);
  const wish = judgeEvent(draft, fields, draft.zone);
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  if (!mayCreate(command.caller)) return forbidden(command);
  const now = { wallSeconds: draft.nowSeconds, utcSeconds: draft.nowUtcSeconds };
  const times = timesOf(wish.zone, wish.start ?? now, wish.end ?? now, fields.allDay ?? false);
  const links = takeLinks(draft, fields, wish, blank);
  const { title = '', slug } = fields;
  const post = eventWith(
    newPost(draft, 'event', wish.post, { title, slug }),
    blank,
    fields,
    times,
    links,
  );
  add(draft, { type: 'EventCreated', post });
  return done(draft);
}

export function updateEvent(
  command: UpdateEvent,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const draft = openDraft(command, state, context);
  const former = eventNamed(state, command.event);
  const { resetsOnUpdate } = command.site;
  const fields = resetsOnUpdate ? { ...resetFields(draft), ...command.fields } : command.fields;
  const wish = judgeEvent(draft, fields, zoneNamed(former?.zone ?? '') ?? draft.zone);
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  if (former === undefined) {
    if (!mayCreate(command.caller)) return forbidden(command);
    return 'id' in command.event && isAnyPost(state, command.event.id)
      ? reject('EVENT_ID_INVALID')
      : reject('EVENT_NOT_FOUND');
  }
  if (!mayEdit(command.caller, former)) return forbidden(command);
  const start = wish.start ?? dateIn(wish.zone, former.startSeconds);
  const end = wish.end ?? dateIn(wish.zone, former.endSeconds);
  const times = timesOf(wish.zone, start, end, fields.allDay ?? former.isAllDay);
  const links = takeLinks(draft, fields, wish, former);
  const { title = former.title, slug } = fields;
  const post = changedPost(draft, 'event', former, wish.post, { title, slug });
  const next = eventWith(post, former, fields, times, links);
  add(draft, { type: 'EventUpdated', id: former.id, changes: changesFrom(former, next) });
  return done(draft);
}

function judgeEvent(draft: Draft, fields: EventFields, usualZone: Zone): EventWish {
  const zone = judgeZone(draft, fields.timezone, usualZone);
  judgeCost(draft, fields.cost);
  return {
    zone,
    post: judgePost(draft, fields),
    start: judgeDate(draft, 'start_date', fields.startDate, zone),
    end: judgeDate(draft, 'end_date', fields.endDate, zone),
    venue: judgeLinks(venueKind, draft, fields.venue?.slice(0, 1)),
    organizer: judgeLinks(organizerKind, draft, fields.organizer),
  };
}

function judgeZone(draft: Draft, name: string | undefined, usual: Zone): Zone {
  if (name === undefined || name === '') return usual;
  return zoneNamed(name) ?? wrong(draft, 'timezone', 'is no time zone') ?? usual;
}

function judgeCost(draft: Draft, cost: EventFields['cost']): void {
  if (cost === undefined) return;
  const length = costTexts(cost).reduce((sum, text) => sum + text.length, 0);
  if (length > costCharsMax) wrong(draft, 'cost', `has more than ${costCharsMax} characters`);
}

type Links = Pick<EventPost, 'venueId' | 'organizerIds' | 'categoryIds' | 'tagIds'>;

/** The venue, organizers and terms that an event is linked to from now on: those that were sent, else the former. */
function takeLinks(
  draft: Draft,
  { categories, tags }: EventFields,
  { venue, organizer }: EventWish,
  former: Links,
): Links {
  const venues = venue?.map((link) => takeLink(venueKind, draft, link));
  const organizers = organizer?.map((link) => takeLink(organizerKind, draft, link));
  return {
    venueId: venues === undefined ? former.venueId : (venues[0] ?? null),
    organizerIds: organizers === undefined ? former.organizerIds : eachOnce(organizers),
    categoryIds:
      categories === undefined ? former.categoryIds : takeTerms(draft, 'category', categories),
    tagIds: tags === undefined ? former.tagIds : takeTerms(draft, 'tag', tags),
  };
}

type Times = Pick<
  EventPost,
  'zone' | 'isAllDay' | 'startSeconds' | 'endSeconds' | 'startUtcSeconds' | 'endUtcSeconds'
>;

/** Start and end by the clock of the zone and in UTC. What ends before it starts ends as it starts; whole days are whole. */
function timesOf(zone: Zone, start: EventDate, end: EventDate, isAllDay: boolean): Times {
  const last = end.wallSeconds < start.wallSeconds ? start : end;
  const from = isAllDay ? dateIn(zone, startOfDay(start.wallSeconds)) : start;
  const to = isAllDay ? dateIn(zone, endOfDay(last.wallSeconds)) : last;
  return {
    zone: zone.name,
    isAllDay,
    startSeconds: from.wallSeconds,
    endSeconds: to.wallSeconds,
    startUtcSeconds: from.utcSeconds,
    endUtcSeconds: to.utcSeconds,
  };
}

/**
 * The event of these parts: what was sent, else what it was before. Member by member, since objects of so many members that
 * are spread together are slow to make and to read; in the order in which they are stored, so that they need not be sorted.
 */
function eventWith(
  post: Post,
  former: Content,
  fields: EventFields,
  times: Times,
  links: Links,
): EventPost {
  return {
    authorId: post.authorId,
    categoryIds: links.categoryIds,
    cost: fields.cost === undefined ? former.cost : costTexts(fields.cost),
    dateSeconds: post.dateSeconds,
    dateUtcSeconds: post.dateUtcSeconds,
    description: fields.description ?? former.description,
    endSeconds: times.endSeconds,
    endUtcSeconds: times.endUtcSeconds,
    excerpt: fields.excerpt ?? former.excerpt,
    id: post.id,
    imageId: post.imageId,
    isAllDay: times.isAllDay,
    isFeatured: fields.featured ?? former.isFeatured,
    isHidden: fields.hideFromListings ?? former.isHidden,
    isSticky: fields.sticky ?? former.isSticky,
    isTicketed: former.isTicketed,
    modifiedSeconds: post.modifiedSeconds,
    modifiedUtcSeconds: post.modifiedUtcSeconds,
    organizerIds: links.organizerIds,
    parentId: former.parentId,
    passwordFingerprint: post.passwordFingerprint,
    showsMap: fields.showMap ?? former.showsMap,
    showsMapLink: fields.showMapLink ?? former.showsMapLink,
    slug: post.slug,
    startSeconds: times.startSeconds,
    startUtcSeconds: times.startUtcSeconds,
    status: post.status,
    tagIds: links.tagIds,
    title: fields.title ?? former.title,
    venueId: links.venueId,
    website: websiteOf(fields, former),
    zone: times.zone,
  };
}

/** One that was never set stays so when it is cleared: the page of the event stands for it. */
function websiteOf({ website }: EventFields, former: Content): string | null {
  return website === undefined || (website === '' && former.website === null)
    ? former.website
    : website;
}

type Content = Omit<EventPost, keyof Post | keyof Times>;

/** What a new event has that was sent nothing but its title and dates. */
const blank: Content = {
  title: '',
  description: '',
  excerpt: '',
  cost: [],
  website: null,
  showsMap: true,
  showsMapLink: true,
  isHidden: false,
  isSticky: false,
  isFeatured: false,
  categoryIds: [],
  tagIds: [],
  venueId: null,
  organizerIds: [],
  parentId: null,
  isTicketed: false,
};

/** What an update without them means where the site resets (reference/calendar.md section 5.3). */
function resetFields({ caller, site }: Draft): EventFields {
  return {
    status: mayPublish(caller) ? 'publish' : 'draft',
    organizer: [],
    image: '',
    cost: [],
    website: '',
    showMap: false,
    showMapLink: false,
    hideFromListings: false,
    sticky: false,
    featured: false,
    allDay: false,
    timezone: site.zone,
  };
}
