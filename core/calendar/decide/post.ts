// The common part of creating and updating posts of all kinds: author, date, status, slug and image.

import { eventDate, type EventDate } from '../dates/strtotime.ts';
import { utcZone, type Zone } from '../dates/zones.ts';
import type { DateText, EventFields, ImageReference } from '../commands.ts';
import { invalidDate, invalidStatus, unknown, tooLong } from '../problems.ts';
import { isDraft, isStatus, type Post, type PostKind, type Status } from '../records/post.ts';
import { htmlCharsMax } from '../text/paragraphs.ts';
import { isReservedSlug, slugOrId, trashedSlug, uniqueSlug, untrashedSlug } from '../text/slug.ts';
import { postWithSlug } from '../state.ts';
import { nextPostId, addProblem, type RequestPlan } from './plan.ts';
import { validateImage, resolveImage } from './image.ts';
import { mayPublish, userIdOf } from '../permissions.ts';

type PostFields = Pick<EventFields, 'author' | 'date' | 'dateUtc' | 'status' | 'image'>;

interface HtmlFields {
  readonly description?: string;
  readonly excerpt?: string;
}

/** The valid common fields of a request; undefined members were not sent. */
export interface ValidatedPost {
  readonly authorId: number | undefined;
  readonly date: EventDate | undefined;
  readonly status: Status | undefined;
  readonly image: ImageReference | undefined;
}

/** Validates the fields that all posts have; problems go to the plan. */
export function validatePost(plan: RequestPlan, fields: PostFields & HtmlFields): ValidatedPost {
  validateHtml(plan, 'description', fields.description);
  validateHtml(plan, 'excerpt', fields.excerpt);
  return {
    authorId: validateAuthor(plan, fields.author),
    date: validatePublicationDate(plan, fields),
    status: validateStatus(plan, fields.status),
    image: validateImage(plan, fields.image),
  };
}

function validateHtml(plan: RequestPlan, parameter: keyof HtmlFields, { length } = ''): void {
  if (length > htmlCharsMax) addProblem(plan, parameter, tooLong(htmlCharsMax));
}

/** A date by the clock of a zone; undefined if absent or invalid. */
export function validateDate(
  plan: RequestPlan,
  parameter: string,
  text: DateText | undefined,
  zone: Zone,
): EventDate | undefined {
  if (text === undefined) return undefined;
  const date = eventDate(text, { nowSeconds: plan.nowUtcSeconds, zone });
  return date ?? addProblem(plan, parameter, invalidDate);
}

/** A wall-clock time of a zone; times in a daylight-saving gap move behind it. */
export function dateIn(zone: Zone, wallSeconds: number): EventDate {
  const utcSeconds = zone.utcOf(wallSeconds);
  return { wallSeconds: zone.wallOf(utcSeconds), utcSeconds };
}

/** Drafts are printed with this date, and clients send it back. */
const noDate = '0000-00-00 00:00:00';

/** The publication date: `date` takes precedence over `dateUtc`. */
function validatePublicationDate(
  plan: RequestPlan,
  { date, dateUtc }: PostFields,
): EventDate | undefined {
  const local = validateDate(plan, 'date', date, plan.zone);
  const sent = dateUtc === noDate ? undefined : dateUtc;
  const utc = validateDate(plan, 'date_utc', sent, utcZone);
  if (local !== undefined || utc === undefined) return local;
  return { wallSeconds: plan.zone.wallOf(utc.utcSeconds), utcSeconds: utc.utcSeconds };
}

function validateAuthor(plan: RequestPlan, author: number | undefined): number | undefined {
  if (author === undefined || plan.site.userIds.includes(author)) return author;
  return addProblem(plan, 'author', unknown('user'));
}

function validateStatus(plan: RequestPlan, status: string | undefined): Status | undefined {
  if (status === undefined || isStatus(status)) return status;
  return addProblem(plan, 'status', invalidStatus);
}

/** The common fields of a new post. Its image is attached first, so that the image has the lower id. */
export function newPost(
  plan: RequestPlan,
  kind: PostKind,
  valid: ValidatedPost,
  { title, slug }: { readonly title: string; readonly slug?: string | undefined },
): Post {
  const imageId = resolveImage(plan, valid.image) ?? null;
  const id = nextPostId(plan);
  const utcSeconds = valid.date?.utcSeconds ?? plan.nowUtcSeconds;
  const status = publishOrFuture(
    clampStatus(plan, valid.status ?? 'publish', valid.status),
    utcSeconds,
    plan,
  );
  const hasDate = valid.date !== undefined || !isDraft(status);
  const base = slug ?? (isDraft(status) ? undefined : title);
  return {
    id,
    authorId: valid.authorId ?? userIdOf(plan.caller),
    status,
    slug: base === undefined ? '' : freeSlug(plan, kind, base, id, status),
    dateSeconds: valid.date?.wallSeconds ?? plan.nowSeconds,
    dateUtcSeconds: hasDate ? utcSeconds : null,
    modifiedSeconds: plan.nowSeconds,
    modifiedUtcSeconds: plan.nowUtcSeconds,
    imageId,
    passwordFingerprint: null,
  };
}

/** A post with updated common fields. */
export function changedPost<P extends Post>(
  plan: RequestPlan,
  kind: PostKind,
  former: P,
  valid: ValidatedPost,
  { title, slug }: { readonly title: string; readonly slug?: string | undefined },
): P {
  const requested =
    valid.status === undefined ? former.status : clampStatus(plan, valid.status, valid.status);
  const dateBefore = valid.date ?? {
    wallSeconds: former.dateSeconds,
    utcSeconds: former.dateUtcSeconds ?? plan.nowUtcSeconds,
  };
  const hasNoDate = former.dateUtcSeconds === null && valid.date === undefined;
  const isFirstPublication = hasNoDate && !isUnpublished(requested);
  const date = isFirstPublication
    ? { wallSeconds: plan.nowSeconds, utcSeconds: plan.nowUtcSeconds }
    : dateBefore;
  const status = publishOrFuture(requested, date.utcSeconds, plan);
  return {
    ...withModified(plan, former, valid),
    authorId: valid.authorId ?? former.authorId,
    status,
    slug: changedSlug(plan, kind, former, status, { title, slug }),
    dateSeconds: date.wallSeconds,
    dateUtcSeconds: hasNoDate && !isFirstPublication ? null : date.utcSeconds,
  };
}

/** A post modified now, with the requested image. */
export function withModified<P extends Post>(
  plan: RequestPlan,
  former: P,
  { image }: ValidatedPost,
): P {
  return {
    ...former,
    modifiedSeconds: plan.nowSeconds,
    modifiedUtcSeconds: plan.nowUtcSeconds,
    imageId: resolveImageOr(plan, image, former.imageId),
  };
}

function resolveImageOr(
  plan: RequestPlan,
  valid: ImageReference | undefined,
  former: number | null,
): number | null {
  const imageId = resolveImage(plan, valid);
  return imageId === undefined ? former : imageId;
}

function changedSlug(
  plan: RequestPlan,
  kind: PostKind,
  former: Post,
  status: Status,
  { title, slug }: { readonly title: string; readonly slug?: string | undefined },
): string {
  const isTrashed = former.status === 'trash';
  const own = isTrashed ? untrashedSlug(former.slug) : former.slug;
  if (slug === undefined && isTrashed && status === 'trash') return former.slug;
  if (slug === undefined && own === '' && isUnpublished(status)) {
    return status === 'trash' ? slugInTrash(plan, kind, own, former.id) : own;
  }
  return freeSlug(plan, kind, slug ?? (own || title), former.id, status);
}

/** Unpublished posts need neither a slug nor a date. */
function isUnpublished(status: Status): boolean {
  return isDraft(status) || status === 'trash';
}

/** A slug that no other post of the kind has, drafts aside; the id if the text yields none. */
function freeSlug(
  plan: RequestPlan,
  kind: PostKind,
  text: string,
  id: number,
  status: Status,
): string {
  const base = slugOrId(text, id);
  if (isDraft(status)) return base;
  if (status === 'trash') return slugInTrash(plan, kind, base, id);
  const { planned } = plan;
  const isTakenSlug = (slug: string) => isTaken(plan, kind, slug, id);
  return uniqueSlug(base, isTakenSlug, () => planned.takenNumbers(kind));
}

/** The slug of a post in the trash, unique among posts of its kind. */
export function slugInTrash(plan: RequestPlan, kind: PostKind, slug: string, id: number): string {
  return uniqueSlug(trashedSlug(slug), (other) => isTaken(plan, kind, other, id));
}

function isTaken(plan: RequestPlan, kind: PostKind, slug: string, id: number): boolean {
  if (isReservedSlug(slug) || plan.planned.hasSlug(kind, slug)) return true;
  const isRival = (post: Post) => post.id !== id && !isDraft(post.status);
  return postWithSlug(plan.state, kind, slug, isRival) !== undefined;
}

/** The requested status, limited by the caller's rights (reference/calendar.md section 1.5). */
function clampStatus({ caller }: RequestPlan, status: Status, sent: Status | undefined): Status {
  if (mayPublish(caller)) return status;
  if (sent === undefined) return 'draft';
  return status === 'publish' || status === 'future' ? 'pending' : status;
}

/** `future` if the publication date is in the future, else `publish`; other statuses stay. */
function publishOrFuture(
  status: Status,
  utcSeconds: number,
  { nowUtcSeconds }: RequestPlan,
): Status {
  if (status !== 'publish' && status !== 'future') return status;
  return utcSeconds > nowUtcSeconds ? 'future' : 'publish';
}
