// What making and changing a post of any kind have in common: author, date, status, slug and image.

import { eventDate, type EventDate } from '../dates/strtotime.ts';
import { utcZone, type Zone } from '../dates/zones.ts';
import type { DateText, EventFields, ImageWish } from '../commands.ts';
import { isDraft, isStatus, type Post, type PostKind, type Status } from '../records/post.ts';
import { htmlCharsMax } from '../text/paragraphs.ts';
import { isReservedSlug, slugOrId, trashedSlug, uniqueSlug, untrashedSlug } from '../text/slug.ts';
import { postWithSlug } from '../state.ts';
import { nextPostId, wrong, type Draft } from './draft.ts';
import { judgeImage, takeImage } from './image.ts';
import { mayPublish, userIdOf } from './rights.ts';

type PostFields = Pick<EventFields, 'author' | 'date' | 'dateUtc' | 'status' | 'image'>;

interface HtmlFields {
  readonly description?: string;
  readonly excerpt?: string;
}

/** What is wished of a post, found sound; undefined members are not wished. */
export interface PostWish {
  readonly authorId: number | undefined;
  readonly date: EventDate | undefined;
  readonly status: Status | undefined;
  readonly image: ImageWish | undefined;
}

/** Judges what all posts have; what is wrong is noted in the draft. */
export function judgePost(draft: Draft, fields: PostFields & HtmlFields): PostWish {
  judgeHtml(draft, 'description', fields.description);
  judgeHtml(draft, 'excerpt', fields.excerpt);
  return {
    authorId: judgeAuthor(draft, fields.author),
    date: judgePublication(draft, fields),
    status: judgeStatus(draft, fields.status),
    image: judgeImage(draft, fields.image),
  };
}

function judgeHtml(draft: Draft, parameter: keyof HtmlFields, { length } = ''): void {
  if (length > htmlCharsMax) wrong(draft, parameter, `has more than ${htmlCharsMax} characters`);
}

/** A date by the clock of a zone, or undefined where there is none or it is wrong. */
export function judgeDate(
  draft: Draft,
  parameter: string,
  text: DateText | undefined,
  zone: Zone,
): EventDate | undefined {
  if (text === undefined) return undefined;
  const date = eventDate(text, { nowSeconds: draft.nowUtcSeconds, zone });
  return date ?? wrong(draft, parameter, 'is no date that can be understood');
}

/** What the clock of a zone shows as it exists: what a gap leaves out is moved behind it. */
export function dateIn(zone: Zone, wallSeconds: number): EventDate {
  const utcSeconds = zone.utcOf(wallSeconds);
  return { wallSeconds: zone.wallOf(utcSeconds), utcSeconds };
}

/** What drafts are shown with, and clients send back. */
const noDate = '0000-00-00 00:00:00';

/** The publication date: by the clock of the site before that in UTC. */
function judgePublication(draft: Draft, { date, dateUtc }: PostFields): EventDate | undefined {
  const local = judgeDate(draft, 'date', date, draft.zone);
  const sent = dateUtc === noDate ? undefined : dateUtc;
  const utc = judgeDate(draft, 'date_utc', sent, utcZone);
  if (local !== undefined || utc === undefined) return local;
  return { wallSeconds: draft.zone.wallOf(utc.utcSeconds), utcSeconds: utc.utcSeconds };
}

function judgeAuthor(draft: Draft, author: number | undefined): number | undefined {
  if (author === undefined || draft.site.userIds.includes(author)) return author;
  return wrong(draft, 'author', 'is no user of the site');
}

function judgeStatus(draft: Draft, status: string | undefined): Status | undefined {
  if (status === undefined || isStatus(status)) return status;
  return wrong(draft, 'status', 'is no status of a post');
}

/** What a new post of the kind has in common with all others. Its image is attached first, so that it has the lower id. */
export function newPost(
  draft: Draft,
  kind: PostKind,
  wish: PostWish,
  { title, slug }: { readonly title: string; readonly slug?: string | undefined },
): Post {
  const imageId = takeImage(draft, wish.image) ?? null;
  const id = nextPostId(draft);
  const utcSeconds = wish.date?.utcSeconds ?? draft.nowUtcSeconds;
  const status = liveOrFuture(
    scaled(draft, wish.status ?? 'publish', wish.status),
    utcSeconds,
    draft,
  );
  const hasDate = wish.date !== undefined || !isDraft(status);
  const base = slug ?? (isDraft(status) ? undefined : title);
  return {
    id,
    authorId: wish.authorId ?? userIdOf(draft.caller),
    status,
    slug: base === undefined ? '' : freeSlug(draft, kind, base, id, status),
    dateSeconds: wish.date?.wallSeconds ?? draft.nowSeconds,
    dateUtcSeconds: hasDate ? utcSeconds : null,
    modifiedSeconds: draft.nowSeconds,
    modifiedUtcSeconds: draft.nowUtcSeconds,
    imageId,
    passwordFingerprint: null,
  };
}

/** What a change makes of what a post has in common with all others. */
export function changedPost<P extends Post>(
  draft: Draft,
  kind: PostKind,
  former: P,
  wish: PostWish,
  { title, slug }: { readonly title: string; readonly slug?: string | undefined },
): P {
  const wished =
    wish.status === undefined ? former.status : scaled(draft, wish.status, wish.status);
  const given = wish.date ?? {
    wallSeconds: former.dateSeconds,
    utcSeconds: former.dateUtcSeconds ?? draft.nowUtcSeconds,
  };
  const hasNoDate = former.dateUtcSeconds === null && wish.date === undefined;
  const isFirstOut = hasNoDate && !isUnseen(wished);
  const date = isFirstOut
    ? { wallSeconds: draft.nowSeconds, utcSeconds: draft.nowUtcSeconds }
    : given;
  const status = liveOrFuture(wished, date.utcSeconds, draft);
  return {
    ...touched(draft, former, wish),
    authorId: wish.authorId ?? former.authorId,
    status,
    slug: changedSlug(draft, kind, former, status, { title, slug }),
    dateSeconds: date.wallSeconds,
    dateUtcSeconds: hasNoDate && !isFirstOut ? null : date.utcSeconds,
  };
}

/** A post that is written to again: it has the image that is wished, and was modified now. */
export function touched<P extends Post>(draft: Draft, former: P, { image }: PostWish): P {
  return {
    ...former,
    modifiedSeconds: draft.nowSeconds,
    modifiedUtcSeconds: draft.nowUtcSeconds,
    imageId: takeImageOr(draft, image, former.imageId),
  };
}

function takeImageOr(
  draft: Draft,
  wish: ImageWish | undefined,
  former: number | null,
): number | null {
  const taken = takeImage(draft, wish);
  return taken === undefined ? former : taken;
}

function changedSlug(
  draft: Draft,
  kind: PostKind,
  former: Post,
  status: Status,
  { title, slug }: { readonly title: string; readonly slug?: string | undefined },
): string {
  const isTrashed = former.status === 'trash';
  const own = isTrashed ? untrashedSlug(former.slug) : former.slug;
  if (slug === undefined && isTrashed && status === 'trash') return former.slug;
  if (slug === undefined && own === '' && isUnseen(status)) {
    return status === 'trash' ? slugInTrash(draft, kind, own, former.id) : own;
  }
  return freeSlug(draft, kind, slug ?? (own || title), former.id, status);
}

/** Of what is not on the site, and need not have been: it is given no slug and no date for that. */
function isUnseen(status: Status): boolean {
  return isDraft(status) || status === 'trash';
}

/** The slug of a text that no other post of the kind has, drafts aside; its id where nothing of the text is left. */
function freeSlug(draft: Draft, kind: PostKind, text: string, id: number, status: Status): string {
  const base = slugOrId(text, id);
  if (isDraft(status)) return base;
  if (status === 'trash') return slugInTrash(draft, kind, base, id);
  const { made } = draft;
  return uniqueSlug(base, (slug) => isTaken(draft, kind, slug, id), made.takenNumbers(kind));
}

/** What becomes of a slug in the trash, where no other post of the kind has it either. */
export function slugInTrash(draft: Draft, kind: PostKind, slug: string, id: number): string {
  return uniqueSlug(trashedSlug(slug), (other) => isTaken(draft, kind, other, id));
}

function isTaken(draft: Draft, kind: PostKind, slug: string, id: number): boolean {
  if (isReservedSlug(slug) || draft.made.hasSlug(kind, slug)) return true;
  const isRival = (post: Post) => post.id !== id && !isDraft(post.status);
  return postWithSlug(draft.state, kind, slug, isRival) !== undefined;
}

/** The status that the caller's rights leave of the one wished (reference/calendar.md section 1.5). */
function scaled({ caller }: Draft, status: Status, asked: Status | undefined): Status {
  if (mayPublish(caller)) return status;
  if (asked === undefined) return 'draft';
  return status === 'publish' || status === 'future' ? 'pending' : status;
}

/** What is to be published later waits for it, and what was to be published earlier is out. */
function liveOrFuture(status: Status, utcSeconds: number, { nowUtcSeconds }: Draft): Status {
  if (status !== 'publish' && status !== 'future') return status;
  return utcSeconds > nowUtcSeconds ? 'future' : 'publish';
}
