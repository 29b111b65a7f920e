// A model calendar of plain arrays: an independent implementation of reference/calendar.md (sections 2, 5, 6, 7 and 8). Its
// site is in UTC, dates are texts, names plain words.

import { lineageOf, postView, termView } from './model-views.ts';
import {
  isDraft,
  nameOf,
  type Body,
  type Call,
  type Caller,
  type Expected,
  type Kind,
  type LinkedKind,
  type Post,
  type PostKind,
  type Term,
  type TermKind,
} from './model-records.ts';

const needed: Record<Kind, readonly (keyof Body)[]> = {
  events: ['title', 'start_date', 'end_date'],
  venues: ['venue'],
  organizers: ['organizer'],
  categories: ['name'],
  tags: ['name'],
};
const userIds = { admin: 1, author: 2, nobody: 0 };
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];

const refused = (status: number, code: string): Expected => ({ status, body: { code } });
const invalid = refused(400, 'rest_invalid_param');
const forbidden = (caller: Caller) => refused(caller === 'nobody' ? 401 : 403, 'rest_forbidden');

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const slugOf = (words: string) => words.toLowerCase().replaceAll(' ', '-');

/** The slug, with the first free number if it is taken. */
function free(slug: string, isIncluded: (slug: string) => boolean): string {
  let found = slug;
  for (let number = 2; isIncluded(found); number += 1) found = `${slug}-${number}`;
  return found;
}

/** An empty calendar that begins at an instant. */
export class CalendarModel {
  readonly posts: Post[] = [];
  terms: Term[] = [];
  private termsEver = 0;
  private nowMs: number;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  get now(): string {
    return new Date(this.nowMs).toISOString().slice(0, 19).replace('T', ' ');
  }

  /** Advances time, and publishes posts whose dates are past. */
  pass(seconds: number): void {
    this.nowMs += seconds * 1000;
    for (const post of this.posts) {
      if (post.status === 'future' && post.date <= this.now) post.status = 'publish';
    }
  }

  post(kind: Kind, id: number | undefined): Post | undefined {
    return this.posts.find((post) => post.kind === kind && post.id === id);
  }

  term(kind: Kind, id: number | undefined): Term | undefined {
    return this.terms.find((term) => term.kind === kind && term.id === id);
  }

  /** Executes a request and returns the expected response. */
  take(call: Call): Expected {
    const { method, kind, id, body } = call;
    const isMissing = (name: keyof Body) => body[name] === undefined;
    if (id === undefined && needed[kind].some(isMissing)) {
      return refused(400, 'rest_missing_callback_param');
    }
    if (method !== 'DELETE' && this.isWrong(kind, body)) return invalid;
    return kind === 'categories' || kind === 'tags'
      ? this.takeTerm(call, kind)
      : this.takePost(call, kind);
  }

  private isWrong(kind: Kind, body: Body): boolean {
    const { title, name, venue, organizer, slug, status, parent } = body;
    if (status !== undefined && !statuses.includes(status)) return true;
    if ([title, name, slug].includes('')) return true;
    if (kind === 'categories') return parent !== undefined && !this.term(kind, parent);
    if (kind !== 'events') return venue === '' || organizer === '';
    const isWrongLink = (to: LinkedKind) => (link: string | number | Body) =>
      typeof link === 'object'
        ? link[to === 'venues' ? 'venue' : 'organizer'] === undefined || this.isWrong(to, link)
        : this.post(to, Number(link)) === undefined;
    const venues = venue === undefined || venue === '' ? [] : [venue];
    const organizers = typeof organizer === 'object' ? organizer : [];
    return venues.some(isWrongLink('venues')) || organizers.some(isWrongLink('organizers'));
  }

  private takePost({ method, caller, id, body }: Call, kind: PostKind): Expected {
    const post = this.post(kind, id);
    if (kind !== 'events' && id !== undefined && post === undefined) return invalid;
    if (caller === 'nobody') return forbidden(caller);
    if (id === undefined) {
      return { status: 201, body: postView(this, this.make(kind, body, caller)) };
    }
    if (post === undefined) {
      const isOther = this.posts.some((other) => other.id === id);
      return isOther ? refused(400, 'rest-invalid-event-id') : refused(404, 'rest-event-not-found');
    }
    if (caller === 'author' && post.author !== userIds.author) return forbidden(caller);
    if (method === 'PUT') this.update(post, body, caller);
    else if (post.status === 'trash') return refused(410, `${kind.slice(0, -1)}-is-in-trash`);
    else this.move(post, { status: 'trash' });
    return { status: 200, body: postView(this, post) };
  }

  /** Creates a post, or returns the venue or organizer that it matches (section 6.2). */
  private make(kind: PostKind, body: Body, caller: Caller): Post {
    const { [nameOf[kind]]: sent } = body;
    const name = typeof sent === 'string' ? sent : '';
    const details = kind === 'events' ? {} : detailsIn(kind, body);
    const telling = Object.entries(details).filter(([, text]) => text !== '');
    const twin = this.posts.find(
      (post) =>
        post.kind === kind &&
        kind !== 'events' &&
        post.status !== 'trash' &&
        isSame(post.name, name) &&
        telling.every(([detail, text]) => isSame(post.details[detail] ?? '', text)),
    );
    if (twin !== undefined) {
      twin.details = { ...twin.details, ...details };
      twin.modified = this.now;
      return twin;
    }
    const links = kind === 'events' ? this.links(body, caller) : {};
    const post: Post = {
      id: this.posts.length + 1,
      kind,
      author: userIds[caller],
      name,
      slug: '',
      status: 'draft',
      date: this.now,
      isDated: false,
      modified: this.now,
      details,
      start: '',
      end: '',
      flags: { all_day: false, featured: false, sticky: false, hide_from_listings: false },
      categories: [],
      tags: [],
      venue: undefined,
      organizer: [],
      ...links,
    };
    this.posts.push(post);
    setTimes(post, body);
    this.move(post, { status: 'publish', ...body });
    return post;
  }

  private update(post: Post, body: Body, caller: Caller): void {
    const { kind } = post;
    const name = body[nameOf[kind]];
    if (kind === 'events') Object.assign(post, this.links(body, caller));
    else post.details = { ...post.details, ...detailsIn(kind, body) };
    if (typeof name === 'string') post.name = name;
    setTimes(post, body);
    this.move(post, body);
  }

  /** Sets the requested status, publication date and slug of a post (sections 2.1 and 2.2). */
  private move(post: Post, { status: wished = post.status, date, slug }: Body): void {
    const former = post.status;
    const isOut = !isDraft(wished) && wished !== 'trash';
    if (date !== undefined || (isOut && !post.isDated)) {
      post.date = date ?? this.now;
      post.isDated = true;
    }
    post.modified = this.now;
    const isTimed = wished === 'publish' || wished === 'future';
    post.status = !isTimed ? wished : post.date > this.now ? 'future' : 'publish';
    const own = former === 'trash' ? post.slug.replace(/__trashed(-\d+)?$/, '') : post.slug;
    const given = slug === undefined ? own : slugOf(slug);
    if (isDraft(wished)) post.slug = given;
    else if (isOut) post.slug = this.freeSlug(post, given === '' ? slugOf(post.name) : given);
    else if (former !== 'trash' || slug !== undefined) {
      post.slug = this.freeSlug(post, `${given}__trashed`);
    }
    if (post.status === 'trash' && former !== 'trash') {
      for (const event of this.posts) {
        if (event.venue === post.id) event.venue = undefined;
        event.organizer = event.organizer.filter((id) => id !== post.id);
      }
    }
  }

  private freeSlug({ id, kind }: Post, slug: string): string {
    const rivals = this.posts.filter(
      (other) => other.kind === kind && other.id !== id && !isDraft(other.status),
    );
    return free(slug, (wanted) => rivals.some((rival) => rival.slug === wanted));
  }

  /** Links an event, and creates missing records (section 5.1). */
  private links({ venue, organizer, categories, tags }: Body, caller: Caller): Partial<Post> {
    const linked = (kind: LinkedKind, link: number | Body) =>
      typeof link === 'number' ? link : this.make(kind, link, caller).id;
    const links: Partial<Post> = {};
    if (venue === '') links.venue = undefined;
    else if (venue !== undefined) links.venue = linked('venues', venue as Body);
    if (typeof organizer === 'object') {
      links.organizer = [...new Set(organizer.map((link) => linked('organizers', link)))];
    }
    if (categories !== undefined) links.categories = this.sorted('categories', categories);
    if (tags !== undefined) links.tags = this.sorted('tags', tags);
    return links;
  }

  /** The ids of the terms that an event names. */
  private sorted(kind: TermKind, wishes: readonly (number | string)[]): number[] {
    const ids = wishes.flatMap((wish) => {
      if (typeof wish === 'number') return this.term(kind, wish)?.id ?? [];
      const all = this.terms.filter((term) => term.kind === kind);
      const known =
        all.find(({ slug }) => slug === slugOf(wish)) ?? all.find(({ name }) => isSame(name, wish));
      return (known ?? this.makeTerm(kind, { name: wish })).id;
    });
    return [...new Set(ids)];
  }

  private takeTerm({ method, caller, id, body }: Call, kind: TermKind): Expected {
    const term = this.term(kind, id);
    if (id !== undefined && term === undefined) return invalid;
    const { name = term?.name ?? '', parent = term?.parent ?? 0 } = body;
    const above = this.term('categories', parent);
    if (term !== undefined && above !== undefined && lineageOf(this.terms, above).includes(term)) {
      return invalid;
    }
    if (caller !== 'admin') return forbidden(caller);
    if (term === undefined) {
      const twin = this.terms.find(
        (other) =>
          other.kind === kind &&
          isSame(other.name, name) &&
          other.parent === (kind === 'tags' ? 0 : parent) &&
          (body.slug === undefined || slugOf(body.slug) === other.slug),
      );
      if (twin !== undefined) {
        return { status: 400, body: { code: 'term_exists', data: { term_id: twin.id } } };
      }
      return { status: 201, body: termView(this, this.makeTerm(kind, body)) };
    }
    const before = termView(this, term);
    if (method === 'DELETE') {
      this.terms = this.terms.filter((other) => other !== term);
      for (const other of this.terms) if (other.parent === term.id) other.parent = term.parent;
      for (const post of this.posts) post[kind] = post[kind].filter((other) => other !== term.id);
      return { status: 200, body: before };
    }
    const slug = body.slug === undefined ? term.slug : slugOf(body.slug);
    const holder = this.terms.find((other) => other.kind === kind && other.slug === slug);
    if (holder !== undefined && holder !== term) return refused(400, 'duplicate_term_slug');
    Object.assign(term, { name, slug, ...(kind === 'tags' ? {} : { parent }) });
    return { status: 200, body: termView(this, term) };
  }

  private makeTerm(kind: TermKind, { name = '', slug = name, parent = 0 }: Body): Term {
    const isIncluded = (wanted: string) =>
      this.terms.some((other) => other.kind === kind && other.slug === wanted);
    const above = kind === 'tags' ? undefined : this.term(kind, parent);
    const base = slugOf(slug);
    const own = isIncluded(base) && above !== undefined ? `${base}-${above.slug}` : base;
    this.termsEver += 1;
    const found = free(own, isIncluded);
    const term = { id: this.termsEver, kind, name, slug: found, parent: above?.id ?? 0 };
    this.terms.push(term);
    return term;
  }
}

/** Sets start and end: an end before the start becomes the start, and all-day events cover whole days (section 2.5). */
function setTimes(post: Post, body: Body): void {
  const { start_date: start = post.start, end_date: end = post.end } = body;
  const { all_day, featured, sticky, hide_from_listings } = { ...post.flags, ...body };
  const last = end < start ? start : end;
  post.flags = { all_day, featured, sticky, hide_from_listings };
  post.start = all_day ? `${start.slice(0, 10)} 00:00:00` : start;
  post.end = all_day ? `${last.slice(0, 10)} 23:59:59` : last;
}

function detailsIn(kind: LinkedKind, body: Body): Readonly<Record<string, string>> {
  const { description, city, phone } = body;
  const sent = kind === 'venues' ? { description, city } : { description, phone };
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}
