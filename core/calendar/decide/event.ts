// Creates and updates events with their venues, organizers and terms: nothing is created before everything is valid
// (reference/calendar.md sections 5.1, 5.3 and 2.5). In pieces: one request may name thousands of records.

import type { Context } from '../../kernel/context.ts';
import type { InPieces } from '../../kernel/pieces.ts';
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
import { tooLong, validationError } from '../problems.ts';
import type { EventPost } from '../records/event.ts';
import type { Post } from '../records/post.ts';
import { findEvent, isPostId, type ReadonlyCalendarState } from '../state.ts';
import { costCharsMax, costTexts } from '../text/cost.ts';
import {
  planDomainEvent,
  changesFrom,
  toDecision,
  unique,
  forbidden,
  startPlan,
  reject,
  addProblem,
  type CalendarDecision,
  type RequestPlan,
} from './plan.ts';
import { validateLinks, resolveLink, type ValidatedLink } from './venue-or-organizer.ts';
import { organizerKind } from './organizer.ts';
import {
  changedPost,
  validateDate,
  validatePost,
  dateIn,
  newPost,
  type ValidatedPost,
} from './post.ts';
import { mayCreate, mayEdit, mayPublish } from '../permissions.ts';
import { resolveTerms } from './term.ts';
import { venueKind } from './venue.ts';

/** The valid fields of a request. */
interface ValidatedEvent {
  readonly post: ValidatedPost;
  readonly zone: Zone;
  readonly start: EventDate | undefined;
  readonly end: EventDate | undefined;
  readonly venue: readonly ValidatedLink<VenueFields>[] | undefined;
  readonly organizer: readonly ValidatedLink<OrganizerFields>[] | undefined;
}

export function* createEvent(
  command: CreateEvent,
  state: ReadonlyCalendarState,
  context: Context,
): InPieces<CalendarDecision> {
  const { fields } = command;
  const plan = startPlan(command, state, context);
  const valid = yield* validateEvent(plan, fields, plan.zone);
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  if (!mayCreate(command.caller)) return forbidden(command);
  const now = { wallSeconds: plan.nowSeconds, utcSeconds: plan.nowUtcSeconds };
  const times = timesOf(valid.zone, valid.start ?? now, valid.end ?? now, fields.allDay ?? false);
  const links = yield* resolveLinks(plan, fields, valid, defaultContent);
  const { title = '', slug } = fields;
  const post = mergeEvent(
    newPost(plan, 'event', valid.post, { title, slug }),
    defaultContent,
    fields,
    times,
    links,
  );
  planDomainEvent(plan, { type: 'EventCreated', post });
  return toDecision(plan);
}

export function* updateEvent(
  command: UpdateEvent,
  state: ReadonlyCalendarState,
  context: Context,
): InPieces<CalendarDecision> {
  const plan = startPlan(command, state, context);
  const former = findEvent(state, command.event);
  const { resetsOnUpdate } = command.site;
  const fields = resetsOnUpdate ? { ...resetFields(plan), ...command.fields } : command.fields;
  const valid = yield* validateEvent(plan, fields, zoneNamed(former?.zone ?? '') ?? plan.zone);
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  if (former === undefined) {
    if (!mayCreate(command.caller)) return forbidden(command);
    return 'id' in command.event && isPostId(state, command.event.id)
      ? reject('EVENT_ID_INVALID')
      : reject('EVENT_NOT_FOUND');
  }
  if (!mayEdit(command.caller, former)) return forbidden(command);
  const start = valid.start ?? dateIn(valid.zone, former.startSeconds);
  const end = valid.end ?? dateIn(valid.zone, former.endSeconds);
  const times = timesOf(valid.zone, start, end, fields.allDay ?? former.isAllDay);
  const links = yield* resolveLinks(plan, fields, valid, former);
  const { title = former.title, slug } = fields;
  const post = changedPost(plan, 'event', former, valid.post, { title, slug });
  const next = mergeEvent(post, former, fields, times, links);
  planDomainEvent(plan, {
    type: 'EventUpdated',
    id: former.id,
    changes: changesFrom(former, next),
  });
  return toDecision(plan);
}

function* validateEvent(
  plan: RequestPlan,
  fields: EventFields,
  defaultZone: Zone,
): InPieces<ValidatedEvent> {
  const zone = validateZone(plan, fields.timezone, defaultZone);
  validateCost(plan, fields.cost);
  return {
    zone,
    post: validatePost(plan, fields),
    start: validateDate(plan, 'start_date', fields.startDate, zone),
    end: validateDate(plan, 'end_date', fields.endDate, zone),
    venue: yield* validateLinks(venueKind, plan, fields.venue?.slice(0, 1)),
    organizer: yield* validateLinks(organizerKind, plan, fields.organizer),
  };
}

function validateZone(plan: RequestPlan, name: string | undefined, defaultZone: Zone): Zone {
  if (name === undefined || name === '') return defaultZone;
  return (
    zoneNamed(name) ??
    addProblem(plan, 'timezone', 'must be a time zone name such as Europe/Vienna') ??
    defaultZone
  );
}

function validateCost(plan: RequestPlan, cost: EventFields['cost']): void {
  if (cost === undefined) return;
  const length = costTexts(cost).reduce((sum, text) => sum + text.length, 0);
  if (length > costCharsMax) addProblem(plan, 'cost', tooLong(costCharsMax));
}

type Links = Pick<EventPost, 'venueId' | 'organizerIds' | 'categoryIds' | 'tagIds'>;

/** The links of an event: those that were sent, else the former. */
function* resolveLinks(
  plan: RequestPlan,
  { categories, tags }: EventFields,
  { venue, organizer }: ValidatedEvent,
  former: Links,
): InPieces<Links> {
  const venues = venue?.map((link) => resolveLink(venueKind, plan, link));
  const organizerIds: number[] = [];
  for (const link of organizer ?? []) {
    organizerIds.push(resolveLink(organizerKind, plan, link));
    yield;
  }
  return {
    venueId: venues === undefined ? former.venueId : (venues[0] ?? null),
    organizerIds: organizer === undefined ? former.organizerIds : unique(organizerIds),
    categoryIds:
      categories === undefined
        ? former.categoryIds
        : yield* resolveTerms(plan, 'category', categories),
    tagIds: tags === undefined ? former.tagIds : yield* resolveTerms(plan, 'tag', tags),
  };
}

type Times = Pick<
  EventPost,
  'zone' | 'isAllDay' | 'startSeconds' | 'endSeconds' | 'startUtcSeconds' | 'endUtcSeconds'
>;

/** Start and end by the clock of the zone and in UTC. An end before the start becomes the start. */
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

/** An event with the sent fields over the former ones. Member by member: wide objects are slow to spread. */
function mergeEvent(
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

/** Clearing a website that was never set leaves it unset, so that responses still have the event's own page. */
function websiteOf({ website }: EventFields, former: Content): string | null {
  return website === undefined || (website === '' && former.website === null)
    ? former.website
    : website;
}

type Content = Omit<EventPost, keyof Post | keyof Times>;

/** The content of a new event of which only title and dates were sent. */
const defaultContent: Content = {
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

/** Defaults of absent fields on sites that reset on update (reference/calendar.md section 5.3). */
function resetFields({ caller, site }: RequestPlan): EventFields {
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
