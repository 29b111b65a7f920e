// What a request makes, as later parts of it look it up: a request may name thousands of records, so nothing is sought one
// by one.

import type { CalendarEvent } from '../events.ts';
import type { Image } from '../records/image.ts';
import type { OrganizerPost } from '../records/organizer.ts';
import type { PostKind } from '../records/post.ts';
import type { Taxonomy, Term } from '../records/term.ts';
import type { VenuePost } from '../records/venue.ts';
import { termKey } from '../state.ts';
import { foldedText } from '../text/search.ts';

/** A term as it is made: no event has it yet. */
export type NewTerm = Omit<Term, 'eventCount'>;

/** What the events so far make. */
export class Made {
  readonly events: CalendarEvent[] = [];
  #postCount = 0;
  #termCount = 0;
  readonly #slugs = new Set<string>();
  readonly #venues = new Map<string, VenuePost[]>();
  readonly #organizers = new Map<string, OrganizerPost[]>();
  readonly #termsBySlug = new Map<string, NewTerm>();
  readonly #termsByName = new Map<string, NewTerm>();
  readonly #images = new Map<string, Image>();

  /** How many posts and images. */
  get postCount(): number {
    return this.#postCount;
  }

  get termCount(): number {
    return this.#termCount;
  }

  add(event: CalendarEvent): void {
    this.events.push(event);
    switch (event.type) {
      case 'EventCreated':
        return this.#addPost('event', event.post.slug);
      case 'VenueCreated':
        this.#addPost('venue', event.post.slug);
        return addNamed(this.#venues, event.post);
      case 'OrganizerCreated':
        this.#addPost('organizer', event.post.slug);
        return addNamed(this.#organizers, event.post);
      case 'ImageAttached':
        this.#postCount += 1;
        this.#images.set(`source/${event.image.source}`, event.image);
        this.#images.set(`fileName/${event.image.fileName}`, event.image);
        return;
      case 'TermCreated':
        return this.#addTerm(event.term);
      case 'EventUpdated':
      case 'VenueUpdated':
      case 'OrganizerUpdated':
      case 'PostTrashed':
      case 'PostPublished':
      case 'TermUpdated':
      case 'TermDeleted':
        return;
    }
  }

  hasSlug(kind: PostKind, slug: string): boolean {
    return this.#slugs.has(`${kind}/${slug}`);
  }

  /** The venues of a name, in any case. */
  venuesCalled(name: string): readonly VenuePost[] {
    return this.#venues.get(foldedText(name)) ?? [];
  }

  /** The organizers of a name, in any case. */
  organizersCalled(name: string): readonly OrganizerPost[] {
    return this.#organizers.get(foldedText(name)) ?? [];
  }

  termWithSlug(taxonomy: Taxonomy, slug: string): NewTerm | undefined {
    return this.#termsBySlug.get(termKey(taxonomy, slug));
  }

  /** The first term of a name, in any case. */
  termCalled(taxonomy: Taxonomy, name: string): NewTerm | undefined {
    return this.#termsByName.get(termKey(taxonomy, name));
  }

  imageLike(member: 'source' | 'fileName', text: string): Image | undefined {
    return this.#images.get(`${member}/${text}`);
  }

  #addPost(kind: PostKind, slug: string): void {
    this.#postCount += 1;
    this.#slugs.add(`${kind}/${slug}`);
  }

  #addTerm(term: NewTerm): void {
    this.#termCount += 1;
    this.#termsBySlug.set(termKey(term.taxonomy, term.slug), term);
    const name = termKey(term.taxonomy, term.name);
    if (!this.#termsByName.has(name)) this.#termsByName.set(name, term);
  }
}

function addNamed<P extends { readonly name: string }>(posts: Map<string, P[]>, post: P): void {
  const key = foldedText(post.name);
  const before = posts.get(key);
  if (before === undefined) posts.set(key, [post]);
  else before.push(post);
}
