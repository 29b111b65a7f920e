// The page parameters of all lists (reference/calendar.md section 4).

import { positiveInteger } from './kinds.ts';
import { withDefault } from './table.ts';

/** A page size above the site's limit is reduced to it without an error. */
export function pageParameters(items: string) {
  return {
    page: withDefault(positiveInteger, `The page of ${items} to return`, 1),
    per_page: withDefault(
      positiveInteger,
      `The number of ${items} on each page`,
      ({ perPage }) => perPage,
      (count, { perPageMax }) => Math.min(count, perPageMax),
    ),
  };
}
