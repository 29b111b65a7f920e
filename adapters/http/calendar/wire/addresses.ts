// Addresses of pages, files and records of the site (reference/calendar.md section 3).

import type { calendar } from '../../../../core/index.ts';
import type { Call } from '../call.ts';

/** What printing a record needs of the request that asks for it. */
export type Printing = Pick<Call, 'links' | 'site'>;

/** What identifies a post among sites: host without port and path of the site, and its id. */
export function globalIdOf({ links }: Printing, id: number): string {
  const [, host = '', path = ''] =
    /^[^/]*\/\/([^/:]*|\[[^\]]*\])(?::\d+)?(.*)$/.exec(links.site) ?? [];
  return `${host}${path}?id=${id}`;
}

/** The page of a post; a draft without a slug has it by its id. */
export function pageOf(
  { links }: Printing,
  kind: calendar.PostKind,
  { id, slug }: calendar.Post,
): string {
  return slug === '' ? `${links.site}/?p=${id}` : `${links.site}/${kind}/${slug}/`;
}

export function uploadOf({ links }: Printing, fileName: string): string {
  return `${links.site}/wp-content/uploads/${fileName}`;
}

/** The page of a term; that of a category lies below those above it. */
export function termPageOf({ links }: Printing, term: calendar.TermView): string {
  const place = term.taxonomy === 'category' ? 'events/category' : 'tag';
  return `${links.site}/${[place, ...term.ancestorSlugs, term.slug].join('/')}/`;
}

/** A term among the records of the site's own REST interface. */
export function coreTermOf({ links, site }: Printing, { taxonomy, id }: calendar.TermView): string {
  const collection =
    taxonomy === 'tag' && site.taxonomies.tag === 'post_tag' ? 'tags' : site.taxonomies[taxonomy];
  return `${links.root}wp/v2/${collection}/${id}`;
}

export function termUrls(
  { links }: Printing,
  { taxonomy, id, parentId }: calendar.TermView,
): object {
  const collection = taxonomy === 'category' ? '/categories' : '/tags';
  return {
    self: links.to(`${collection}/${id}`),
    collection: links.to(collection),
    ...(parentId === 0 ? {} : { up: links.to(`${collection}/${parentId}`) }),
  };
}
