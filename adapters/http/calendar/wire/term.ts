// Categories and tags on the wire, alone and in events (reference/calendar.md section 3.4).

import type { calendar } from '../../../../core/index.ts';
import { termPageOf, termUrls, type Printing } from './addresses.ts';

export function printTerm(term: calendar.TermView, printing: Printing): object {
  const { id, eventCount, description, name, slug, taxonomy, parentId } = term;
  return {
    id,
    count: eventCount,
    description,
    url: termPageOf(printing, term),
    name,
    slug,
    taxonomy: printing.site.taxonomies[taxonomy],
    ...(taxonomy === 'category' ? { parent: parentId } : {}),
    meta: [],
    urls: termUrls(printing, term),
  };
}

export function printEmbeddedTerm(term: calendar.TermView, printing: Printing): object {
  const { id, eventCount, description, name, slug, taxonomy, parentId } = term;
  return {
    name,
    slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: printing.site.taxonomies[taxonomy],
    description,
    parent: parentId,
    count: eventCount,
    filter: 'raw',
    id,
    urls: termUrls(printing, term),
  };
}
