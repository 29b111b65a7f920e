// The records that a request creates, indexed for its later parts: one request may name thousands of records.

import type { CalendarEvent } from '../events.ts';
import type { Image } from '../records/image.ts';
import type { VenueOrOrganizer, PostKind } from '../records/post.ts';
import type { Taxonomy, TaxonomyTerm } from '../records/term.ts';
import { termKey } from '../tables.ts';
import { Namesakes } from './namesakes.ts';
import type { TakenNumbers } from '../text/free-number.ts';

/** The events of a request so far. Its indices are built on first use: most requests create one post and look nothing up. */
export class PlannedRecords {
  readonly events: CalendarEvent[] = [];
  /** Of posts and images. */
  postCount = 0;
  termCount = 0;
  #lookups: Lookups | undefined;

  add(event: CalendarEvent): void {
    this.events.push(event);
    switch (event.type) {
      case 'EventCreated':
        this.postCount += 1; // always the last event of its request: needs no index
        return;
      case 'VenueCreated':
        return this.#addPost('venue', event.post.slug);
      case 'OrganizerCreated':
        return this.#addPost('organizer', event.post.slug);
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
    return this.#lookups?.slugs.has(`${kind}/${slug}`) === true;
  }

  /** The taken numbers of slugs of a kind of post or term, or of file names of images. */
  takenNumbers(of: PostKind | Taxonomy | 'image'): TakenNumbers {
    const { takenNumbers } = this.#writable();
    let taken = takenNumbers.get(of);
    if (taken === undefined) takenNumbers.set(of, (taken = new Map()));
    return taken;
  }

  /** The posts of a kind and a name; `stored` lists those that existed before this request. */
  namesakes<P extends VenueOrOrganizer>(
    kind: 'venue' | 'organizer',
    name: string,
    stored: () => readonly P[],
  ): Namesakes<P> {
    const { namesakes } = this.#writable();
    const key = `${kind}/${name}`;
    // The kind determines the type of the posts.
    let all = namesakes.get(key) as Namesakes<P> | undefined;
    if (all === undefined) namesakes.set(key, (all = new Namesakes(stored())));
    return all;
  }

  termWithSlug(taxonomy: Taxonomy, slug: string): TaxonomyTerm | undefined {
    return this.#lookups?.termsBySlug.get(termKey(taxonomy, slug));
  }

  /** The first term with a name, in any case. */
  termWithName(taxonomy: Taxonomy, name: string): TaxonomyTerm | undefined {
    return this.#lookups?.termsByName.get(termKey(taxonomy, name));
  }

  findImage(member: 'source' | 'fileName', text: string): Image | undefined {
    return this.#lookups?.images.get(`${member}/${text}`);
  }

  #writable(): Lookups {
    this.#lookups ??= newLookups();
    return this.#lookups;
  }

  #addPost(kind: PostKind, slug: string): void {
    this.postCount += 1;
    this.#writable().slugs.add(`${kind}/${slug}`);
  }

  #addTerm(term: TaxonomyTerm): void {
    this.termCount += 1;
    const { termsBySlug, termsByName } = this.#writable();
    termsBySlug.set(termKey(term.taxonomy, term.slug), term);
    const name = termKey(term.taxonomy, term.name);
    if (!termsByName.has(name)) termsByName.set(name, term);
  }
}

/** Planned records by key. */
interface Lookups {
  readonly slugs: Set<string>;
  readonly takenNumbers: Map<string, TakenNumbers>;
  readonly namesakes: Map<string, unknown>;
  readonly termsBySlug: Map<string, TaxonomyTerm>;
  readonly termsByName: Map<string, TaxonomyTerm>;
  readonly images: Map<string, Image>;
}

function newLookups(): Lookups {
  return {
    slugs: new Set(),
    takenNumbers: new Map(),
    namesakes: new Map(),
    termsBySlug: new Map(),
    termsByName: new Map(),
    images: new Map(),
  };
}
