// Views of a model calendar of plain arrays: records and lists (reference/calendar.md sections 3, 4, 5.5, 6.4, 8).

import {
  isDraft,
  nameOf,
  type Caller,
  type Expected,
  type Kind,
  type Post,
  type PostKind,
  type Term,
  type TermKind,
} from './model-records.ts';

/** All records in order of creation. */
interface Arrays {
  readonly posts: readonly Post[];
  readonly terms: readonly Term[];
}

/** The parameters of a list, always with `page` and `per_page`. */
export interface Filters {
  readonly page: number;
  readonly per_page: number;
  readonly status?: string;
  readonly start_date?: string;
  readonly end_date?: string;
  readonly featured?: boolean;
  readonly search?: string;
  readonly include?: number;
  readonly venue?: number;
  readonly organizer?: number;
  readonly categories?: string | number;
  readonly tags?: string | number;
  readonly event?: number;
  readonly has_events?: boolean;
  readonly hide_empty?: boolean;
  readonly parent?: number;
}

/** A post as printed by single routes, lists and events. */
export function postView(arrays: Arrays, post: Post): object {
  const { id, kind, name, slug, status, date, isDated, modified, author, details } = post;
  const shared = {
    id,
    [nameOf[kind]]: name,
    slug,
    status,
    date,
    date_utc: isDated ? date : '0000-00-00 00:00:00',
    modified_utc: modified,
    author: String(author),
  };
  if (kind !== 'events') {
    const { description = '', city = '', phone = '' } = details;
    const texts = { slug, description: description && `<p>${description}</p>`, city, phone };
    return { ...shared, ...orAbsent(texts) };
  }
  const shownWith = (other: number) => arrays.posts.filter((one) => one.id === other)[0] as Post;
  const termsOf = (of: TermKind) =>
    byName(arrays.terms.filter((term) => post[of].includes(term.id))).map((term) =>
      termView(arrays, term),
    );
  return {
    ...shared,
    start_date: post.start,
    utc_start_date: post.start,
    end_date: post.end,
    utc_end_date: post.end,
    ...post.flags,
    categories: termsOf('categories'),
    tags: termsOf('tags'),
    venue: post.venue === undefined ? [] : postView(arrays, shownWith(post.venue)),
    organizer: post.organizer.map((one) => postView(arrays, shownWith(one))),
  };
}

/** Empty fields of venues and organizers are omitted. */
function orAbsent(texts: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || undefined]));
}

export function termView({ posts }: Arrays, { id, kind, name, slug, parent }: Term): object {
  const place = kind === 'categories' ? { parent } : {};
  return { id, name, slug, count: countOf(posts, id, kind), ...place };
}

/** The response to GET by id. */
export function expectedSingle(arrays: Arrays, kind: Kind, id: number, caller: Caller): Expected {
  const refused = (status: number, code: string) => ({ status, body: { code } });
  if (kind === 'categories' || kind === 'tags') {
    const term = arrays.terms.find((one) => one.kind === kind && one.id === id);
    if (term === undefined) return refused(400, 'rest_invalid_param');
    return { status: 200, body: termView(arrays, term) };
  }
  const any = arrays.posts.find((one) => one.id === id);
  if (any?.kind !== kind) {
    if (kind !== 'events') return refused(400, 'rest_invalid_param');
    return any === undefined
      ? refused(404, 'rest-event-not-found')
      : refused(400, 'rest-invalid-event-id');
  }
  if (kind === 'events' && any.status === 'trash') return refused(403, 'event-no-longer-available');
  if (caller !== 'admin' && any.status !== 'publish') {
    return refused(403, `${kind.slice(0, -1)}-not-accessible`);
  }
  return { status: 200, body: postView(arrays, any) };
}

/** The response to a list: a page of the matches, in order. */
export function expectedList(
  arrays: Arrays,
  kind: Kind,
  filters: Filters,
  caller: Caller,
): Expected {
  const isOfTerms = kind === 'categories' || kind === 'tags';
  if (!isSound(arrays, kind, filters, caller)) {
    return { status: 400, body: { code: 'rest_invalid_param' } };
  }
  const found = isOfTerms
    ? byName(termsFound(arrays, kind, filters)).map((term) => termView(arrays, term))
    : postsFound(arrays, kind, filters, caller).map((post) => postView(arrays, post));
  const { page, per_page: size } = filters;
  const shown = found.slice((page - 1) * size, page * size);
  if (shown.length === 0 && page > 1 && !isOfTerms) {
    return { status: 404, body: { code: `${kind.slice(0, -1)}-archive-page-not-found` } };
  }
  const total = found.length;
  return { status: 200, body: { [kind]: shown, total, total_pages: Math.ceil(total / size) } };
}

/** Whether all parameters are valid. */
function isSound({ posts, terms }: Arrays, kind: Kind, filters: Filters, caller: Caller): boolean {
  const { venue, organizer, categories, tags, event, parent, status } = filters;
  const isPost = (of: PostKind, id?: number) =>
    id === undefined || posts.some((post) => post.kind === of && post.id === id);
  const isTerm = (of: TermKind, name?: string | number) =>
    name === undefined || terms.some((term) => term.kind === of && isNamed(term, name));
  if (kind === 'categories' || kind === 'tags') {
    return isPost('events', event) && (kind === 'tags' || isTerm(kind, parent));
  }
  if (caller !== 'admin' && status !== undefined && status !== 'publish') return false;
  if (kind !== 'events') return isPost('events', event);
  const isLinked = isPost('venues', venue) && isPost('organizers', organizer);
  return isLinked && isTerm('categories', categories) && isTerm('tags', tags);
}

function postsFound(
  { posts, terms }: Arrays,
  kind: PostKind,
  filters: Filters,
  caller: Caller,
): readonly Post[] {
  const { status, search, event, include } = filters;
  const own = posts.filter(
    (post) =>
      post.kind === kind &&
      (status === undefined
        ? post.status === 'publish' || (caller === 'admin' && post.status !== 'trash')
        : post.status === status) &&
      (search === undefined ||
        [post.name, ...Object.values(post.details)].some((text) =>
          text.toLowerCase().includes(search),
        )),
  );
  if (kind !== 'events') {
    const holders = (id: number) => posts.filter((one) => isLinked(one, id));
    return own
      .filter(
        ({ id }) =>
          (event === undefined || holders(id).some((holder) => holder.id === event)) &&
          (filters.has_events === undefined ||
            filters.has_events === holders(id).some((holder) => !isDraft(holder.status))),
      )
      .toSorted((a, b) => compare(b.date, a.date) || b.id - a.id);
  }
  const { start_date: from = '', end_date: to = '9' } = filters;
  const isOf = (post: Post, of: TermKind) =>
    filters[of] === undefined ||
    terms.some(
      (term) =>
        post[of].includes(term.id) &&
        lineageOf(terms, term).some((above) => above.kind === of && isNamed(above, filters[of])),
    );
  return own
    .filter(
      (post) =>
        !post.flags.hide_from_listings &&
        (include === undefined
          ? post.start >= from && post.end <= `${to} 23:59:59`
          : post.id === include) &&
        (filters.featured === undefined || post.flags.featured === filters.featured) &&
        (filters.venue === undefined || post.venue === filters.venue) &&
        (filters.organizer === undefined || post.organizer.includes(filters.organizer)) &&
        isOf(post, 'categories') &&
        isOf(post, 'tags'),
    )
    .toSorted((a, b) => compare(a.start, b.start) || compare(a.date, b.date) || a.id - b.id);
}

function termsFound({ posts, terms }: Arrays, kind: TermKind, filters: Filters): readonly Term[] {
  const { hide_empty: hidesEmpty = true, search = '', event, parent } = filters;
  const isFull = (term: Term) =>
    terms.some(
      (below) => countOf(posts, below.id, kind) > 0 && lineageOf(terms, below).includes(term),
    );
  return terms.filter(
    (term) =>
      term.kind === kind &&
      (term.name.toLowerCase().includes(search) || term.slug.includes(search)) &&
      (event === undefined ||
        posts.some((one) => one.id === event && one[kind].includes(term.id))) &&
      (parent === undefined || kind === 'tags' || term.parent === parent) &&
      (!hidesEmpty || isFull(term)),
  );
}

/** A term and its ancestors. */
export function lineageOf(terms: readonly Term[], term: Term): readonly Term[] {
  const above = terms.find(({ id }) => id === term.parent);
  return above === undefined ? [term] : [term, ...lineageOf(terms, above)];
}

function countOf(posts: readonly Post[], id: number, kind: TermKind): number {
  return posts.filter((post) => post.status === 'publish' && post[kind].includes(id)).length;
}

function isLinked({ venue, organizer }: Post, id: number): boolean {
  return venue === id || organizer.includes(id);
}

function isNamed({ id, slug }: Term, name: string | number | undefined): boolean {
  return name === id || name === slug;
}

function byName(terms: readonly Term[]): readonly Term[] {
  return terms.toSorted(
    (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id,
  );
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
