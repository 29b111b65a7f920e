// Terms as the site's own API below `wp/v2` prints them: the Location of a created term leads there (reference/calendar.md
// section 1.3).

import type { calendar } from '../../../../core/index.ts';
import { coreTermOf, termPageOf, type Printing } from './addresses.ts';

export function printCoreTerm(term: calendar.TermView, printing: Printing): object {
  const { id, eventCount, description, name, slug, taxonomy, parentId } = term;
  return {
    id,
    count: eventCount,
    description,
    link: termPageOf(printing.links, term),
    name,
    slug,
    taxonomy: printing.site.taxonomies[taxonomy],
    parent: taxonomy === 'category' ? parentId : undefined,
    meta: [],
    _links: { self: [{ href: coreTermOf(printing, term) }] },
  };
}
