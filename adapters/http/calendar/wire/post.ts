// What events, venues and organizers have in common on the wire (reference/calendar.md section 3).

import type { calendar } from '../../../../core/index.ts';
import type { Links } from '../links.ts';
import { globalIdOf } from './addresses.ts';
import { printDate } from './dates.ts';

/** What stands for a date that a draft does not have yet. */
const noDate = '"0000-00-00 00:00:00"';

/** Members for author, status and dates. */
export function printPost(post: calendar.Post): string {
  const { authorId, status, dateSeconds, dateUtcSeconds, modifiedSeconds, modifiedUtcSeconds } =
    post;
  const dateUtc = dateUtcSeconds === null ? noDate : printDate(dateUtcSeconds);
  return (
    `"author":"${authorId}","status":"${status}","date":${printDate(dateSeconds)},"date_utc":${dateUtc}` +
    `,"modified":${printDate(modifiedSeconds)},"modified_utc":${printDate(modifiedUtcSeconds)}`
  );
}

/** Members for what identifies a post among sites. */
export function printGlobalIds({ id }: calendar.Post, { json }: Links): string {
  const globalId = globalIdOf(json, id);
  return `"global_id":"${globalId}","global_id_lineage":["${globalId}"]`;
}
