// What the routes of events, venues and organizers have in common: each is addressed by its id or by its slug, and whatever
// updates one does it by any of three methods.

import type { calendar, Event } from '../../../../core/index.ts';
import type { Method, Params } from '../../../http/routes/route.ts';
import { idIn, slugIn } from '../route-context.ts';

export const updateMethods: readonly Method[] = ['POST', 'PUT', 'PATCH'];

/** The record that a path names. */
export function nameIn(params: Params): calendar.PostName {
  return params['id'] === undefined ? { slug: slugIn(params) } : { id: idIn(params) };
}

/** The post that a command made or changed: what its last event tells of. */
export function lastPostId(events: readonly Event[]): number {
  const last = events.at(-1) as calendar.CalendarEvent | undefined;
  if (last === undefined) return 0;
  if ('post' in last) return last.post.id;
  return 'id' in last ? last.id : 0;
}
