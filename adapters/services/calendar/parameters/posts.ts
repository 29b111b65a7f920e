// The parameters that events, venues and organizers have in common (reference/calendar.md section 2).

import { date, positiveInteger, text } from './kinds.ts';
import { optional } from './table.ts';

/** Of a record that is made or changed. */
export function postParameters(what: string) {
  return {
    author: optional(positiveInteger, `The id of the ${what}'s author`),
    date: optional(date, `The publication date of the ${what}`),
    date_utc: optional(date, `The publication date of the ${what} in UTC`),
    status: optional(text, `The post status of the ${what}`),
  };
}
