// Categories and tags on the wire, alone and in events (reference/calendar.md section 3.4).

import { memoizeOfRecords, type calendar } from '../../../../core/index.ts';
import { inJson, inOnePiece } from '../../json-text.ts';
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
  const { front, middle, end } = partsOf(term, links);
  const taxonomy = inJson(site.taxonomies[term.taxonomy]);
  return `${front},"taxonomy":"${taxonomy}",${middle},"count":${eventCount},${end}`;
}

/** All but the name of its taxonomy, which the site gives it, and its count, which each event changes; kept for the next. */
const partsOf = memoizeOfRecords((term: calendar.Term, links: Links) => {
  const { id, description, name, slug, parentId } = term;
  const front = `{"name":"${inJson(name)}","slug":"${inJson(slug)}","term_group":0,"term_taxonomy_id":${id}`;
  const middle = `"description":"${inJson(description)}","parent":${parentId}`;
  const end = `"filter":"raw","id":${id},"urls":${printTermUrls(links, term)}}`;
  return { front: inOnePiece(front), middle: inOnePiece(middle), end: inOnePiece(end) };
});
