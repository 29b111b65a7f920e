// The list of events as an iCalendar feed: all matches of the query on one long page.

import { calendar, inOnePiece, type States } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import type { CalendarRouteContext } from '../route-context.ts';
import { queryInPieces } from '../handlers.ts';
import { feedPath } from '../links.ts';
import { feedEventsMax } from '../../../protocol/limits.ts';
import { printFeed } from '../wire/feed.ts';

/** Whether a request is for the feed: by path or by Accept header. */
export function isFeedWanted({
  request: { path, headers },
}: Pick<CalendarRouteContext, 'request'>): boolean {
  return path === feedPath || /\btext\/calendar\b/i.test(headers['accept'] ?? '');
}

export function feed(
  context: CalendarRouteContext,
  query: calendar.EventListQuery,
  site: calendar.EventListSite,
): RouteAnswer {
  const whole = { ...query, perPage: feedEventsMax };
  return queryInPieces(
    context,
    inOnePiece(({ calendar: state }: States, nowMs: number) =>
      calendar.eventListPage(state, whole, context.caller, site, nowMs),
    ),
    function* printPage({ items, total }) {
      const body = yield* printFeed(items, { ...context, seed: context.world.record.seed });
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
