// The common parts of the routes of events, venues and organizers: addressed by id or slug, updated by any of three methods.

import type { calendar, Event } from '../../../../core/index.ts';
import type { Method, Params } from '../../../protocol/routes/route.ts';
import { idIn, slugIn } from '../route-context.ts';

export const updateMethods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

/** The id or slug in a path. */
export function nameIn(params: Params): calendar.PostName {
  return params['id'] === undefined ? { slug: slugIn(params) } : { id: idIn(params) };
}

/** The id of the created or updated post: the subject of the command's last event. */
export function lastPostId(events: readonly Event[]): number {
  const last = events.at(-1) as calendar.CalendarEvent | undefined;
  if (last === undefined) return 0;
  if ('post' in last) return last.post.id;
  return 'id' in last ? last.id : 0;
}
