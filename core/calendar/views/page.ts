// Views of the site's HTML pages: title and API path of the record at a URL.

import type { Caller } from '../commands.ts';
import { mayRead } from '../permissions.ts';
import type { PostKind } from '../records/post.ts';
import type { Taxonomy } from '../records/term.ts';
import {
  findEvent,
  findOrganizer,
  termWithSlug,
  findVenue,
  type ReadonlyCalendarState,
} from '../state.ts';
import { titleOf } from '../text/title.ts';

/** A post by its id, or by its kind and slug, or a term by its taxonomy and slug. */
export type PageName =
  | { readonly id: number }
  | { readonly kind: PostKind; readonly slug: string }
  | { readonly taxonomy: Taxonomy; readonly slug: string };

export interface PageView {
  readonly title: string;
  /** The path of the record below the API namespace, such as `/events/57`. */
  readonly path: string;
  readonly isInTrash: boolean;
}

/** The page of a record; undefined if it does not exist or the caller may not read it. */
export function pageView(
  state: ReadonlyCalendarState,
  name: PageName,
  caller: Caller,
): PageView | undefined {
  if ('taxonomy' in name) return termPage(state, name.taxonomy, name.slug);
  const event = 'id' in name || name.kind === 'event' ? findEvent(state, name) : undefined;
  if (event !== undefined) {
    const { id, title, status } = event;
    if (!mayRead(caller, event)) return undefined;
    return { title: titleOf(title), path: `/events/${id}`, isInTrash: status === 'trash' };
  }
  const venue = 'id' in name || name.kind === 'venue' ? findVenue(state, name) : undefined;
  const isOfOrganizer = 'id' in name || name.kind === 'organizer';
  const post = venue ?? (isOfOrganizer ? findOrganizer(state, name) : undefined);
  if (post === undefined || !mayRead(caller, post)) return undefined;
  const path = `/${post === venue ? 'venues' : 'organizers'}/${post.id}`;
  return { title: titleOf(post.name), path, isInTrash: post.status === 'trash' };
}

function termPage(
  state: ReadonlyCalendarState,
  taxonomy: Taxonomy,
  slug: string,
): PageView | undefined {
  const term = termWithSlug(state, taxonomy, slug);
  if (term === undefined) return undefined;
  const path = `/${taxonomy === 'category' ? 'categories' : 'tags'}/${term.id}`;
  return { title: titleOf(term.name), path, isInTrash: false };
}
