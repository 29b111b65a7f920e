// The parameters that every list has (reference/calendar.md section 4).

import { positiveInteger } from './kinds.ts';
import { withDefault } from './table.ts';

/** Larger pages than the site allows are cut without a word. */
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
