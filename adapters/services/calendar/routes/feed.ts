// The list of events as a feed for calendar programs: all that the same query would list, in one long page.

import { calendar } from '../../../../core/index.ts';
import type { Call } from '../call.ts';
import { isLongPage, lookAtPage, type Answer } from '../exchange.ts';
import { feedPath } from '../links.ts';
import { feedEventsMax } from '../../../http/limits.ts';
import { printFeed } from '../wire/feed.ts';

/** Whether a client asks for a feed, by its path or by what it accepts. */
export function isFeedWanted({ request: { path, headers } }: Pick<Call, 'request'>): boolean {
  return path === feedPath || /\btext\/calendar\b/i.test(headers['accept'] ?? '');
}

export function feed(
  call: Call,
  query: calendar.EventListQuery,
  site: calendar.EventListSite,
): Answer {
  const whole = { ...query, perPage: feedEventsMax };
  return lookAtPage(
    call,
    ({ calendar: state }, nowMs) => calendar.eventListPage(state, whole, call.caller, site, nowMs),
    isLongPage(feedEventsMax),
    function* printPage({ items, total }) {
      const body = yield* printFeed(items, { ...call, seed: call.world.record.seed });
      if (typeof body !== 'string') return body;
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': 'inline; filename="events.ics"',
          Vary: 'Accept',
          'X-TEC-Total': String(total),
          'X-TEC-TotalPages': String(Math.ceil(total / feedEventsMax)),
        },
        body,
      };
    },
  );
}
