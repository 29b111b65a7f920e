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

/** What the events so far make. Most requests make one post and look nothing up: what serves that is made when needed. */
export class Made {
  readonly events: CalendarEvent[] = [];
  /** How many posts and images. */
  postCount = 0;
  termCount = 0;
  #known: Known | undefined;

  add(event: CalendarEvent): void {
    this.events.push(event);
    switch (event.type) {
      case 'EventCreated':
        this.postCount += 1; // the last thing that its request makes: nothing looks it up
        return;
      case 'VenueCreated':
        this.#addPost('venue', event.post.slug);
        return addNamed(this.#writable().venues, event.post);
      case 'OrganizerCreated':
        this.#addPost('organizer', event.post.slug);
        return addNamed(this.#writable().organizers, event.post);
      case 'ImageAttached':
        this.postCount += 1;
        this.#writable().images.set(`source/${event.image.source}`, event.image);
        this.#writable().images.set(`fileName/${event.image.fileName}`, event.image);
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
    return this.#known?.slugs.has(`${kind}/${slug}`) === true;
  }

  /** The venues of a name, in any case. */
  venuesCalled(name: string): readonly VenuePost[] {
    return this.#known?.venues.get(foldedText(name)) ?? [];
  }

  /** The organizers of a name, in any case. */
  organizersCalled(name: string): readonly OrganizerPost[] {
    return this.#known?.organizers.get(foldedText(name)) ?? [];
  }

  termWithSlug(taxonomy: Taxonomy, slug: string): Term | undefined {
    return this.#known?.termsBySlug.get(termKey(taxonomy, slug));
  }

  /** The first term of a name, in any case. */
  termCalled(taxonomy: Taxonomy, name: string): Term | undefined {
    return this.#known?.termsByName.get(termKey(taxonomy, name));
  }

  imageLike(member: 'source' | 'fileName', text: string): Image | undefined {
    return this.#known?.images.get(`${member}/${text}`);
  }

  #writable(): Known {
    this.#known ??= nothingKnown();
    return this.#known;
  }

  #addPost(kind: PostKind, slug: string): void {
    this.postCount += 1;
    this.#writable().slugs.add(`${kind}/${slug}`);
  }

  #addTerm(term: Term): void {
    this.termCount += 1;
    const { termsBySlug, termsByName } = this.#writable();
    termsBySlug.set(termKey(term.taxonomy, term.slug), term);
    const name = termKey(term.taxonomy, term.name);
    if (!termsByName.has(name)) termsByName.set(name, term);
  }
}

/** What is looked up, by what it is looked up by. */
interface Known {
  readonly slugs: Set<string>;
  readonly venues: Map<string, VenuePost[]>;
  readonly organizers: Map<string, OrganizerPost[]>;
  readonly termsBySlug: Map<string, Term>;
  readonly termsByName: Map<string, Term>;
  readonly images: Map<string, Image>;
}

function nothingKnown(): Known {
  return {
    slugs: new Set(),
    venues: new Map(),
    organizers: new Map(),
    termsBySlug: new Map(),
    termsByName: new Map(),
    images: new Map(),
  };
}

function addNamed<P extends { readonly name: string }>(posts: Map<string, P[]>, post: P): void {
  const key = foldedText(post.name);
  const before = posts.get(key);
  if (before === undefined) posts.set(key, [post]);
  else before.push(post);
}
