// What events, venues and organizers have in common on the wire (reference/calendar.md section 3).

import { calendar } from '../../../../core/index.ts';
import { globalIdOf, type Printing } from './addresses.ts';

const { formatSeconds } = calendar;

/** What stands for a date that a draft does not have yet. */
const noDate = '0000-00-00 00:00:00';

/** Author, status and dates, in the order of the wire. */
export function printPost(post: calendar.Post) {
  const { authorId, status, dateSeconds, dateUtcSeconds, modifiedSeconds, modifiedUtcSeconds } =
    post;
  return {
    author: String(authorId),
    status,
    date: formatSeconds(dateSeconds),
    date_utc: dateUtcSeconds === null ? noDate : formatSeconds(dateUtcSeconds),
    modified: formatSeconds(modifiedSeconds),
    modified_utc: formatSeconds(modifiedUtcSeconds),
  };
}

export function globalIds({ id }: calendar.Post, printing: Printing) {
  const globalId = globalIdOf(printing, id);
  return { global_id: globalId, global_id_lineage: [globalId] };
}
