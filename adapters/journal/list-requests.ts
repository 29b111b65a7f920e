// Lists the requests of a world that match a filter. Renders them in slices, so that other work runs in between.

import type { World } from '../../core/index.ts';
import type { JournalFilter, RequestView } from '../contracts/request-control.ts';
import { pathMatcher } from '../protocol/path-pattern.ts';
import { Slices } from '../protocol/slices.ts';
import type { JournaledRequest } from './journaled-request.ts';
import { requestView, routeOf, type RenderContext } from './request-view.ts';

/** Matching requests, oldest first. Rejects with StoreError if their events cannot be read. */
export async function* listRequests(
  requests: readonly JournaledRequest[],
  world: World | undefined,
  filter: JournalFilter,
  context: RenderContext,
): AsyncGenerator<RequestView, void, void> {
  const matches = matcherOf(filter, (request) => routeOf(request, world, context.services));
  const slices = new Slices();
  let left = filter.limit ?? Infinity;
  // Copies, since records may be reused before all are rendered.
  for (const request of requests.map((one) => one.copy())) {
    if (left === 0) return;
    if (slices.isOver) await slices.pause();
    if (!matches(request)) continue;
    left -= 1;
    yield await requestView(request, world, context);
  }
}

function matcherOf(
  filter: JournalFilter,
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

/** `status`: `404`, or `4xx` for a class. Requests without a response do not match. */
function statusMatcher(status: string): (status: number | undefined) => boolean {
  const pattern = new RegExp(`^${status.replaceAll(/x/gi, '\\d')}$`);
  return (given) => given !== undefined && pattern.test(String(given));
}
