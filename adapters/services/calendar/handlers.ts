// Shared handlers of the calendar routes: execute a command or query the state, and print the response.

import type { calendar, Event, Result, States } from '../../../core/index.ts';
import { siteFacts } from './config.ts';
import type { HttpResponse } from '../../http/messages.ts';
import type { RouteContext } from './route-context.ts';
import { itemsAtOnce } from './collection.ts';
import { contentType, rejectionResponse } from './errors.ts';

export type Answer = Promise<HttpResponse>;

/** Executes a command and prints its events in the same turn. */
export function execute(
  { world, caller, site }: RouteContext,
  command: (origin: calendar.CommandOrigin, states: States) => calendar.CalendarCommand,
  print: (states: States, events: readonly Event[]) => HttpResponse,
): Answer {
  const origin: calendar.CommandOrigin = { caller, site: siteFacts(site) };
  return world.send({
    domain: 'calendar',
    prepare: (states) => ({ command: command(origin, states) }),
    respond: (outcome, states) =>
      outcome.ok
        ? print(
            states,
            outcome.value.map(({ event }) => event),
          )
        : rejectionResponse(outcome.error),
  });
}

/** Queries a view and prints it, or its rejection. */
export function queryState<View>(
  { world }: RouteContext,
  view: (states: States, nowMs: number) => Result<View, calendar.CalendarRejection>,
  print: (view: View) => HttpResponse,
): Answer {
  return world.read((states) => {
    const seen = view(states, world.nowMs());
    return seen.ok ? print(seen.value) : rejectionResponse(seen.error);
  });
}

/** Queries a page of a list and prints it; long pages in pieces, so that other worlds are not blocked. */
export function queryPage<Page extends calendar.ListPage<unknown>>(
  { world }: RouteContext,
  view: (states: States, nowMs: number) => Result<Page, calendar.CalendarRejection>,
  isLong: boolean,
  print: (page: Page) => Generator<undefined, HttpResponse, void>,
): Answer {
  function* pieces(states: States): Generator<undefined, HttpResponse, void> {
    const seen = view(states, world.nowMs());
    return seen.ok ? yield* print(seen.value) : rejectionResponse(seen.error);
  }
  return isLong ? world.readInPieces(pieces) : world.read((states) => atOnce(pieces(states)));
}

/** Whether pages of this size are printed piece by piece. */
export function isLongPage(perPage: number): boolean {
  return perPage > itemsAtOnce;
}

function atOnce<T>(pieces: Generator<undefined, T, void>): T {
  for (;;) {
    const next = pieces.next();
    if (next.done === true) return next.value;
  }
}

/** An answer with a JSON text. */
export function answer(
  status: 200 | 201,
  body: string,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): HttpResponse {
  return { status, headers, body };
}

/** The headers of an answer with a record. */
export const jsonHeaders = { 'Content-Type': contentType } as const;

/** How the site writes money. */
export function costSiteOf({ site: { currency } }: Pick<RouteContext, 'site'>): calendar.CostSite {
  const { symbol, position, decimalMark } = currency;
  return { currencySymbol: symbol, currencyPosition: position, decimalMark };
}
