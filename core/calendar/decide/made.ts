// What a request makes, as later parts of it look it up: a request may name thousands of records, so nothing is sought one
// by one.

import type { CalendarEvent } from '../events.ts';
import type { Image } from '../records/image.ts';
import type { LinkedPost, PostKind } from '../records/post.ts';
import type { Taxonomy, Term } from '../records/term.ts';
import { termKey } from '../state.ts';
import { Namesakes } from './namesakes.ts';
import type { TakenNumbers } from '../text/free-number.ts';

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
    return this.#known?.slugs.has(`${kind}/${slug}`) === true;
  }

  /** Numbers behind names that are taken already: slugs of a kind of post or term, names of images. */
  takenNumbers(of: PostKind | Taxonomy | 'image'): TakenNumbers {
    const { takenNumbers } = this.#writable();
    let taken = takenNumbers.get(of);
    if (taken === undefined) takenNumbers.set(of, (taken = new Map()));
    return taken;
  }

  /** The posts of a kind and a name; `known` lists those that are not made by this request. */
  namesakes<P extends LinkedPost>(
    kind: 'venue' | 'organizer',
    name: string,
    known: () => readonly P[],
  ): Namesakes<P> {
    const { namesakes } = this.#writable();
    const key = `${kind}/${name}`;
    // The kind says what the posts of the name are.
    let all = namesakes.get(key) as Namesakes<P> | undefined;
    if (all === undefined) namesakes.set(key, (all = new Namesakes(known())));
    return all;
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
  readonly takenNumbers: Map<string, TakenNumbers>;
  readonly namesakes: Map<string, unknown>;
  readonly termsBySlug: Map<string, Term>;
  readonly termsByName: Map<string, Term>;
  readonly images: Map<string, Image>;
}

function nothingKnown(): Known {
  return {
    slugs: new Set(),
    takenNumbers: new Map(),
    namesakes: new Map(),
    termsBySlug: new Map(),
    termsByName: new Map(),
    images: new Map(),
  };
}
