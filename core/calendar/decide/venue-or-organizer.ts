// Creates and updates venues and organizers, on their own and inside events. The two differ only in their details
// (reference/calendar.md sections 6.1, 6.2, 7.1, 7.2).

import type { Context } from '../../kernel/context.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { CommandOrigin, Link, VenueOrOrganizerFields, PostName } from '../commands.ts';
import type { CalendarEvent } from '../events.ts';
import { notA, unknown, validationError } from '../problems.ts';
import type { VenueOrOrganizer } from '../records/post.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { foldCase } from '../text/search.ts';
import {
  planDomainEvent,
  changesFrom,
  toDecision,
  forbidden,
  startPlan,
  addProblem,
  type CalendarDecision,
  type RequestPlan,
} from './plan.ts';
import type { Detail, Namesakes } from './namesakes.ts';
import { changedPost, validatePost, newPost, withModified, type ValidatedPost } from './post.ts';
import { mayCreate, mayEdit } from '../permissions.ts';

/** The differences between venues and organizers. */
export interface RecordKind<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields> {
  readonly kind: 'venue' | 'organizer';
  readonly find: (state: ReadonlyCalendarState, name: PostName) => P | undefined;
  /** The posts with a name, which is folded. */
  readonly withName: (state: ReadonlyCalendarState, name: string) => readonly P[];
  readonly created: (post: P) => CalendarEvent;
  readonly updated: (id: number, changes: Partial<P>) => CalendarEvent;
  /** The stored form of the fields that were sent, without the name. */
  readonly contentOf: (fields: Fields) => Partial<P>;
  /** The details of a new record of which only the name was sent. */
  readonly defaultContent: Omit<P, keyof VenueOrOrganizer>;
  /** Sent details that distinguish records of one name; empty texts are ignored. */
  readonly distinguishingDetails: (fields: Fields) => Partial<Record<keyof P, string>>;
  /** Defaults of absent fields on sites that reset on update. */
  readonly resetFields: Partial<Fields>;
}

export function createVenueOrOrganizer<
  P extends VenueOrOrganizer,
  Fields extends VenueOrOrganizerFields,
>(
  kind: RecordKind<P, Fields>,
  origin: CommandOrigin,
  fields: Fields,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const plan = startPlan(origin, state, context);
  const valid = validatePost(plan, fields);
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  if (!mayCreate(origin.caller)) return forbidden(origin);
  updateOrCreate(kind, plan, fields, valid);
  return toDecision(plan);
}

export function updateVenueOrOrganizer<
  P extends VenueOrOrganizer,
  Fields extends VenueOrOrganizerFields,
>(
  kind: RecordKind<P, Fields>,
  origin: CommandOrigin,
  target: PostName,
  sent: Fields,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const plan = startPlan(origin, state, context);
  const former = kind.find(state, target);
  if (former === undefined) addProblem(plan, 'id' in target ? 'id' : 'slug', notA(kind.kind));
  const fields = origin.site.resetsOnUpdate ? { ...kind.resetFields, ...sent } : sent;
  const valid = validatePost(plan, fields);
  const refusal = validationError(plan.problems);
  if (refusal !== undefined || former === undefined) return refusal ?? toDecision(plan);
  if (!mayEdit(origin.caller, former)) return forbidden(origin);
  const { name = former.name } = fields;
  const post = changedPost(plan, kind.kind, former, valid, { title: name });
  const next = { ...post, ...kind.contentOf(fields), name };
  planDomainEvent(plan, kind.updated(former.id, changesFrom(former, next)));
  return toDecision(plan);
}

/** Validates the links of an event; problems are reported under the event's parameter. Creates nothing. */
export function* validateLinks<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields>(
  kind: RecordKind<P, Fields>,
  plan: RequestPlan,
  links: readonly Link<Fields>[] | undefined,
): InPieces<readonly ValidatedLink<Fields>[] | undefined> {
  if (links === undefined) return undefined;
  const valid: ValidatedLink<Fields>[] = [];
  for (const link of links) {
    valid.push(validateLink(kind, plan, link));
    yield;
  }
  return valid;
}

function validateLink<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields>(
  kind: RecordKind<P, Fields>,
  plan: RequestPlan,
  link: Link<Fields>,
): ValidatedLink<Fields> {
  if ('id' in link) {
    const post = kind.find(plan.state, link);
    if (post === undefined) addProblem(plan, kind.kind, unknown(kind.kind));
    return link;
  }
  const inner = { ...plan, problems: {} };
  const valid = validatePost(inner, link.fields);
  if (link.fields.name === undefined) addProblem(plan, kind.kind, 'must have a name');
  for (const [name, problem] of Object.entries(inner.problems)) {
    addProblem(plan, kind.kind, `${name} ${String(problem)}`);
  }
  return { fields: link.fields, valid };
}

export type ValidatedLink<Fields> =
  { readonly id: number } | { readonly fields: Fields; readonly valid: ValidatedPost };

/** The id of the linked record, which is created if it does not exist. */
export function resolveLink<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields>(
  kind: RecordKind<P, Fields>,
  plan: RequestPlan,
  link: ValidatedLink<Fields>,
): number {
  return 'id' in link ? link.id : updateOrCreate(kind, plan, link.fields, link.valid);
}

/** Updates the record with this name and no conflicting details, or creates one. Returns its id. */
function updateOrCreate<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields>(
  kind: RecordKind<P, Fields>,
  plan: RequestPlan,
  fields: Fields,
  valid: ValidatedPost,
): number {
  const { name = '' } = fields;
  const namesakes = namesakesOf(kind, plan, name);
  const existingMatch = namesakes.first(detailsOf(kind, fields));
  if (existingMatch !== undefined) {
    const next = { ...withModified(plan, existingMatch, valid), ...kind.contentOf(fields) };
    planDomainEvent(plan, kind.updated(existingMatch.id, changesFrom(existingMatch, next)));
    return existingMatch.id;
  }
  const post = newPost(plan, kind.kind, valid, { title: name });
  const texts = { name, description: '', excerpt: '' };
  const created = {
    ...post,
    ...texts,
    ...kind.defaultContent,
    ...kind.contentOf(fields),
  } as unknown as P;
  planDomainEvent(plan, kind.created(created));
  namesakes.add(created);
  return created.id;
}

function namesakesOf<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields>(
  { kind, withName }: RecordKind<P, Fields>,
  { state, planned }: RequestPlan,
  name: string,
): Namesakes<P> {
  const folded = foldCase(name);
  return planned.namesakes(kind, folded, () => withName(state, folded));
}

/** The details of a request that distinguish records of one name, folded. */
function detailsOf<P extends VenueOrOrganizer, Fields extends VenueOrOrganizerFields>(
  { distinguishingDetails }: RecordKind<P, Fields>,
  fields: Fields,
): readonly Detail<P>[] {
  const { description } = fields;
  const sent = { ...distinguishingDetails(fields), ...omitUndefined({ description }) };
  const details = Object.entries(sent) as [keyof P & string, string][];
  return details
    .filter(([name, text]) => text !== '' || name === 'description')
    .map(([name, text]) => [name, foldCase(text)] as const);
}
