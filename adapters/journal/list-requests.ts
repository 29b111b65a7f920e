// Lists the requests of a world that match a filter, and renders them in slices, so that other work runs in between.

import type { World } from '../../core/index.ts';
import type { RequestFilter, RequestView } from '../contracts/request-control.ts';
import { pathMatcher } from '../http/path-pattern.ts';
import type { JournaledRequest } from './journaled-request.ts';
import { requestView, routeOf, type RenderContext } from './request-view.ts';
import { nextLoopTurn } from '../host-timers.ts';

const requestsPerSlice = 50;

/** Requests that match, oldest first. Rejects with StoreError if their events cannot be read. */
export async function listRequests(
  requests: readonly JournaledRequest[],
  world: World | undefined,
  filter: RequestFilter,
  context: RenderContext,
): Promise<readonly RequestView[]> {
  const matches = matcherOf(filter, (request) => routeOf(request, world, context.services));
  const listed = requests.filter(matches).slice(0, filter.limit);
  const copies = listed.map((request) => request.copy()); // some are other requests before all are rendered
  const views: RequestView[] = [];
  for (const [index, request] of copies.entries()) {
    if (index > 0 && index % requestsPerSlice === 0) await nextLoopTurn();
    views.push(await requestView(request, world, context));
  }
  return views;
}

function matcherOf(
  filter: RequestFilter,
  routeNameOf: (request: JournaledRequest) => string | undefined,
): (request: JournaledRequest) => boolean {
  const { service, unmatched, since = 0 } = filter;
  const method = filter.method?.toUpperCase();
  const isAtPath = filter.path === undefined ? undefined : pathMatcher(filter.path);
  const hasStatus = filter.status === undefined ? undefined : statusMatcher(filter.status);
  return (request) =>
    request.n > since &&
    (service === undefined || request.service === service) &&
    (method === undefined || request.method === method) &&
    (isAtPath === undefined || isAtPath(request.path)) &&
    (hasStatus === undefined || hasStatus(request.status)) &&
    (unmatched === undefined || (routeNameOf(request) === undefined) === unmatched);
}

/** `404`, or `4xx` for all of the class. Requests without an answer have no status. */
function statusMatcher(status: string): (status: number | undefined) => boolean {
  const pattern = new RegExp(`^${status.replaceAll(/x/gi, '\\d')}$`);
  return (given) => given !== undefined && pattern.test(String(given));
}
