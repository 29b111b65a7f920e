// URLs of pages, files and records of the site (reference/calendar.md section 3).

import type { calendar } from '../../../../core/index.ts';
import type { CalendarRouteContext } from '../route-context.ts';
import { uploadsPath, type Links } from '../links.ts';

/** The part of a request's context that printers use. */
export type Printing = Pick<CalendarRouteContext, 'links' | 'site'>;

/** An id that is unique across sites. */
export function globalIdOf(links: Links, id: number): string {
  return `${links.siteName}?id=${id}`;
}

/** The page of a post: by slug, or by id for drafts without one. */
export function pageOf(links: Links, kind: calendar.PostKind, id: number, slug: string): string {
  return slug === '' ? `${links.site}/?p=${id}` : `${links.site}/${kind}/${slug}/`;
}

export function uploadOf(links: Links, fileName: string): string {
  return `${links.site}${uploadsPath}${fileName}`;
}

/** The page of a term. The path of a category begins with the slugs of its ancestors. */
export function termPageOf(links: Links, term: calendar.TermView): string {
  const place = term.taxonomy === 'category' ? 'events/category' : 'tag';
  return `${links.site}/${[place, ...term.ancestorSlugs, term.slug].join('/')}/`;
}

/** The URL of a term below `wp/v2`. */
export function coreTermOf({ links, site }: Printing, { taxonomy, id }: calendar.TermView): string {
  const collection = coreCollectionOf(taxonomy, site);
  return `${links.site}/wp-json/wp/v2/${collection}/${id}`;
}

/** The name of a taxonomy below `wp/v2`. */
export function coreCollectionOf(
  taxonomy: calendar.Taxonomy,
  { taxonomies }: Pick<Printing['site'], 'taxonomies'>,
): string {
  return taxonomy === 'tag' && taxonomies.tag === 'post_tag' ? 'tags' : taxonomies[taxonomy];
}
