// Venues or organizers of one name, found by their other details: one request may name a thousand of them.

import type { VenueOrOrganizer } from '../records/post.ts';
import { foldCase } from '../text/search.ts';

/** The text of a detail, folded. */
export type Detail<P> = readonly [name: keyof P & string, text: string];

/** Up to this many posts are compared one by one: faster than building an index. */
const fewPosts = 8;

export class Namesakes<P extends VenueOrOrganizer> {
  /** In order of creation. */
  readonly #posts: P[];
  /** By names of details: the first post of each combination of their texts. */
  readonly #firsts = new Map<string, Map<string, P>>();

  constructor(posts: readonly P[]) {
    this.#posts = posts.slice();
  }

  add(post: P): void {
    this.#posts.push(post);
    for (const [names, firsts] of this.#firsts) addFirst(firsts, names.split(' '), post);
  }

  /** The first post with all these details. */
  first(details: readonly Detail<P>[]): P | undefined {
    if (details.length === 0) return this.#posts[0];
    if (this.#posts.length <= fewPosts) {
      return this.#posts.find((post) =>
        details.every(([name, text]) => textIn(post, name) === text),
      );
    }
    const names = details.map(([name]) => name);
    return this.#firstsBy(names).get(keyOf(details.map(([, text]) => text)));
  }

  #firstsBy(names: readonly string[]): Map<string, P> {
    const key = names.join(' ');
    const known = this.#firsts.get(key);
    if (known !== undefined) return known;
    const firsts = new Map<string, P>();
    for (const post of this.#posts) addFirst(firsts, names, post);
    this.#firsts.set(key, firsts);
    return firsts;
  }
}

function addFirst<P extends VenueOrOrganizer>(
  firsts: Map<string, P>,
  names: readonly string[],
  post: P,
): void {
  const key = keyOf(names.map((name) => textIn(post, name as keyof P)));
  if (!firsts.has(key)) firsts.set(key, post);
}

function textIn<P extends VenueOrOrganizer>(post: P, name: keyof P): string {
  return foldCase(String(post[name]));
}

function keyOf(texts: readonly string[]): string {
  return JSON.stringify(texts);
}
