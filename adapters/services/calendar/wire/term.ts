// Categories and tags on the wire, alone and in events (reference/calendar.md section 3.4).

import type { calendar } from '../../../../core/index.ts';
import type { Links } from '../links.ts';
import { termPageOf, type Printing } from './addresses.ts';
import type { PrintedRecord } from './printed.ts';

export function printTerm(
  term: calendar.TermView,
  { links, site }: Printing,
): PrintedRecord<'Term'> {
  return {
    id: term.id,
    count: term.eventCount,
    description: term.description,
    url: termPageOf(links, term),
    name: term.name,
    slug: term.slug,
    taxonomy: site.taxonomies[term.taxonomy],
    parent: term.taxonomy === 'category' ? term.parentId : undefined,
    meta: [],
    urls: printUrls(term, links),
  };
}

export function printEventTerm(
  term: calendar.EventTermView,
  { links, site }: Printing,
): PrintedRecord<'Term'> {
  return {
    name: term.name,
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term.id,
    taxonomy: site.taxonomies[term.taxonomy],
    description: term.description,
    parent: term.parentId,
    count: term.eventCount,
    filter: 'raw',
    id: term.id,
    urls: printUrls(term, links),
  };
}

function printUrls({ taxonomy, id, parentId }: calendar.EventTermView, links: Links) {
  const collection = taxonomy === 'category' ? '/categories' : '/tags';
  return {
    self: links.to(`${collection}/${id}`),
    collection: links.to(collection),
    up: parentId === 0 ? undefined : links.to(`${collection}/${parentId}`),
  };
}
