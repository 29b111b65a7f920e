// Categories and tags on the wire, alone and in events (reference/calendar.md section 3.4).

import { memoizeByRecord, type calendar } from '../../../../core/index.ts';
import { inJson, inOnePiece } from '../../../http/json-text.ts';
import type { Links } from '../links.ts';
import { printTermUrls, termPageOf, type Printing } from './addresses.ts';

/** A term of its own as JSON. */
export function printTerm(term: calendar.TermView, { links, site }: Printing): string {
  const { id, eventCount, description, name, slug, taxonomy, parentId } = term;
  return (
    `{"id":${id},"count":${eventCount},"description":"${inJson(description)}"` +
    `,"url":"${inJson(termPageOf(links, term))}","name":"${inJson(name)}","slug":"${inJson(slug)}"` +
    `,"taxonomy":"${inJson(site.taxonomies[taxonomy])}"` +
    (taxonomy === 'category' ? `,"parent":${parentId}` : '') +
    `,"meta":[],"urls":${printTermUrls(links, term)}}`
  );
}

/** A term in an event as JSON. */
export function printEmbeddedTerm(
  { term, eventCount }: calendar.CountedTerm,
  { links, site }: Printing,
): string {
  const parts = partsOf(term, links);
  const taxonomy = site.taxonomies[term.taxonomy];
  if (parts.taxonomy !== taxonomy) {
    parts.taxonomy = taxonomy;
    parts.beforeCount = inOnePiece(
      `${parts.front},"taxonomy":"${inJson(taxonomy)}",${parts.middle},"count":`,
    );
  }
  return parts.beforeCount + eventCount + parts.end;
}

interface Parts {
  readonly front: string;
  readonly middle: string;
  readonly end: string;
  /** The name of its taxonomy, which a site gives it: mostly the next one gives it the same. */
  taxonomy: string | undefined;
  beforeCount: string;
}

/** All but what the site says and its count, which each event changes; kept for the next. */
const partsOf = memoizeByRecord((term: calendar.Term, links: Links): Parts => {
  const { id, description, name, slug, parentId } = term;
  return {
    front: `{"name":"${inJson(name)}","slug":"${inJson(slug)}","term_group":0,"term_taxonomy_id":${id}`,
    middle: `"description":"${inJson(description)}","parent":${parentId}`,
    end: inOnePiece(`,"filter":"raw","id":${id},"urls":${printTermUrls(links, term)}}`),
    taxonomy: undefined,
    beforeCount: '',
  };
});
