// What events, venues and organizers have in common on the wire (reference/calendar.md section 3).

import type { calendar } from '../../../../core/index.ts';
import { keepTexts } from '../../../http/kept-text.ts';
import type { Links } from '../links.ts';
import { globalIdOf } from './addresses.ts';
import { printDate } from './dates.ts';

/** What stands for a date that a draft does not have yet. */
const noDate = '"0000-00-00 00:00:00"';

type Told = Pick<
  calendar.Post,
  | 'authorId'
  | 'status'
  | 'dateSeconds'
  | 'dateUtcSeconds'
  | 'modifiedSeconds'
  | 'modifiedUtcSeconds'
>;

/** Members for author, status and dates: posts that were made in one second have the same. */
export const printPost = keepTexts<Told>({
  print: (post) => {
    const dateUtc = post.dateUtcSeconds === null ? noDate : printDate(post.dateUtcSeconds);
    return (
      `"author":"${post.authorId}","status":"${post.status}"` +
      `,"date":${printDate(post.dateSeconds)},"date_utc":${dateUtc}` +
      `,"modified":${printDate(post.modifiedSeconds)},"modified_utc":${printDate(post.modifiedUtcSeconds)}`
    );
  },
  isLike: (one, other) =>
    one.authorId === other.authorId &&
    one.status === other.status &&
    one.dateSeconds === other.dateSeconds &&
    one.dateUtcSeconds === other.dateUtcSeconds &&
    one.modifiedSeconds === other.modifiedSeconds &&
    one.modifiedUtcSeconds === other.modifiedUtcSeconds,
  placeOf: ({ dateSeconds, modifiedSeconds }) => Math.abs(dateSeconds + modifiedSeconds),
  essence: ({
    authorId,
    status,
    dateSeconds,
    dateUtcSeconds,
    modifiedSeconds,
    modifiedUtcSeconds,
  }) => ({
    authorId,
    status,
    dateSeconds,
    dateUtcSeconds,
    modifiedSeconds,
    modifiedUtcSeconds,
  }),
});

/** Members for what identifies a post among sites. */
export function printGlobalIds({ id }: calendar.Post, { json }: Links): string {
  const globalId = globalIdOf(json, id);
  return `"global_id":"${globalId}","global_id_lineage":["${globalId}"]`;
}
