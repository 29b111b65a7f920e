// Shared handlers of the calendar routes: execute a command or query the state, and print the response.

import type { calendar, Event, InPieces, Result, States } from '../../../core/index.ts';
import type { RouteAnswer } from '../../protocol/routes/route.ts';
import { siteFacts } from './config.ts';
import type { HttpResponse } from '../../protocol/messages.ts';
import { jsonInPieces } from '../../protocol/print-json.ts';
import { select, selectionIn, type FilteredResponse } from './field-filter.ts';
import type { CalendarRouteContext } from './route-context.ts';
import { contentType, rejectionResponse } from './errors.ts';

type Print = (states: States, events: readonly Event[]) => InPieces<HttpResponse>;

/** Executes a command and prints its events, at the same state. */
export function execute(
  { world, caller, site }: CalendarRouteContext,
  command: (origin: calendar.CommandOrigin, states: States) => calendar.CalendarCommand,
  print: Print,
): RouteAnswer {
  const origin: calendar.CommandOrigin = { caller, site: siteFacts(site) };
  return world.sendInPieces({
    domain: 'calendar',
    prepare: (states) => ({ command: command(origin, states) }),
    respond: (outcome, states) => respond(print, outcome, states),
  });
}

function* respond(
  print: Print,
  outcome: Result<readonly { readonly event: Event }[], calendar.CalendarRejection>,
  states: States,
): InPieces<HttpResponse> {
  if (!outcome.ok) return rejectionResponse(outcome.error);
  const events = outcome.value.map(({ event }) => event);
  return yield* print(states, events);
}

/** Queries a view and prints it, or its rejection. */
export function queryState<View>(
  { world }: CalendarRouteContext,
  view: (states: States, nowMs: number) => Result<View, calendar.CalendarRejection>,
  print: (view: View) => HttpResponse,
): RouteAnswer {
  return world.read((states) => {
    const seen = view(states, world.nowMs());
    return seen.ok ? print(seen.value) : rejectionResponse(seen.error);
  });
}

/** As `queryState`, of what may be long: in pieces, so that other worlds are not blocked. */
export function queryInPieces<View>(
  { world }: CalendarRouteContext,
  view: (states: States, nowMs: number) => InPieces<Result<View, calendar.CalendarRejection>>,
  print: (view: View) => InPieces<HttpResponse>,
): RouteAnswer {
  return world.readInPieces(function* (states) {
    const seen = yield* view(states, world.nowMs());
    return seen.ok ? yield* print(seen.value) : rejectionResponse(seen.error);
  });
}

/** An answer with a JSON text. */
export function answer(
  status: 200 | 201,
  body: string,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): HttpResponse {
  return { status, headers, body };
}

/** An answer with a record that may be long: the fields are selected before it is printed. */
export function* answerLong(
  { sent }: Pick<CalendarRouteContext, 'sent'>,
  status: 200 | 201,
  record: object,
): InPieces<FilteredResponse> {
  const selected = select(record, selectionIn(sent)) as object;
  return { ...answer(status, yield* jsonInPieces(selected)), isFiltered: true };
}

/** The headers of an answer with a record. */
export const jsonHeaders = { 'Content-Type': contentType } as const;

/** How the site writes money. */
export function costSiteOf({
  site: { currency },
}: Pick<CalendarRouteContext, 'site'>): calendar.CostSite {
  const { symbol, position, decimalMark } = currency;
  return { currencySymbol: symbol, currencyPosition: position, decimalMark };
}
