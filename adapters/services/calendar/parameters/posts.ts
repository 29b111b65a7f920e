// The common parameters of creating and updating events, venues and organizers (reference/calendar.md section 2).

import { date, positiveInteger, text } from './kinds.ts';
import { optional } from './table.ts';

export function postParameters(kind: string) {
  return {
    author: optional(positiveInteger, `The id of the ${kind}'s author`),
    date: optional(date, `The publication date of the ${kind}`),
    date_utc: optional(date, `The publication date of the ${kind} in UTC`),
    status: optional(text, `The post status of the ${kind}`),
  };
}
