// Renders a journaled request: finds its route, redacts secrets, and reads the events of its inputs from the store.

import { randomBytes } from 'node:crypto';
import { parseJson, type EventStore, type World } from '../../core/index.ts';
import type { RequestEvent, RequestView, SocketStatus } from '../contracts/request-control.ts';
import { clientName } from '../contracts/client-name.ts';
import { requestEventsMax } from '../protocol/limits.ts';
import { routeNamesOf, type Service } from '../protocol/service.ts';
import { requestContent } from '../recording/format/to-entry.ts';
import { createRedactor, type Redactor } from '../recording/redaction/redactor.ts';
import type { JournaledRequest } from './journaled-request.ts';
import { nearestRoute } from '../nearest-route.ts';

export interface RenderContext {
  readonly store: EventStore;
  readonly services: readonly Service[];
  readonly redactor: Redactor;
}

/** With a redactor whose salt is random, so that clients cannot guess secrets from their marks. */
export function renderContext(store: EventStore, services: readonly Service[]): RenderContext {
  const salt = randomBytes(16).toString('hex');
  return { store, services, redactor: createRedactor({ salt }) };
}

/** The name of the route of a request; undefined if it is unmatched. */
export function routeOf(
  request: JournaledRequest,
  world: World | undefined,
  services: readonly Service[],
): string | undefined {
  const service = services.find(({ name }) => name === request.service);
  const { method, path, details = {} } = request;
  const { query = noQuery, methodOverride, socket } = details;
  if (socket !== undefined) {
    return service?.channelAt?.(path) === undefined ? undefined : `WS ${path}`;
  }
  const headers = { 'x-http-method-override': methodOverride };
  return service?.routeOf?.({ method, path, query, headers }, world);
}

/** Rejects with StoreError if its events cannot be read. */
export async function requestView(
  request: JournaledRequest,
  world: World | undefined,
  context: RenderContext,
): Promise<RequestView> {
  const { n, service, method, atMs, status, position, inputs, details = {} } = request;
  const { worldName } = details;
  const { events, eventCount } = await eventsOf(request, world, context.store);
  const { path, query, body, answer } = redacted(request, context.redactor);
  const route = routeOf(request, world, context.services);
  const nearest = route === undefined ? nearestOf(request, world, context.services) : undefined;
  const socket = socketOf(request);
  const client = clientName(request.userAgent);
  return {
    n,
    ...(atMs === undefined ? {} : { at: new Date(atMs).toISOString() }),
    ...(worldName === undefined ? {} : { world: worldName }),
    service: service ?? null,
    ...(client === undefined ? {} : { client }),
    method,
    path,
    ...(query === undefined ? {} : { query }),
    route: route ?? null,
    ...(nearest === undefined ? {} : { nearest }),
    status: status ?? null,
    ...(position === undefined ? {} : { position }),
    inputs,
    events,
    eventCount,
    ...(body === undefined ? {} : { body }),
    ...(answer === undefined ? {} : { answer }),
    ...(socket === undefined ? {} : { socket }),
  };
}

function nearestOf(
  { method, path, details }: JournaledRequest,
  world: World | undefined,
  services: readonly Service[],
): string | undefined {
  const routes = routeNamesOf(services, world);
  return nearestRoute(details?.socket === undefined ? method : 'WS', path, routes);
}

async function eventsOf(
  { inputs }: JournaledRequest,
  world: World | undefined,
  store: EventStore,
): Promise<Pick<RequestView, 'events' | 'eventCount'>> {
  const events: RequestEvent[] = [];
  let eventCount = 0;
  if (world === undefined) return { events, eventCount };
  for (const input of inputs) {
    const [entry] = await store.read(world.record.name, input, 1);
    if (entry?.input.n !== input) continue; // not stored yet: the response is being sent
    eventCount += entry.events.length;
    for (const { position, stream, cause, event } of entry.events) {
      if (events.length >= requestEventsMax) break;
      const { type } = event;
      events.push({ position, stream, type, ...(cause === undefined ? {} : { cause }) });
    }
  }
  return { events, eventCount };
}

function redacted(
  { path, authorization, status, details = {} }: JournaledRequest,
  redactor: Redactor,
) {
  const { query = noQuery, body = '', refusal } = details;
  const content = requestContent(Buffer.from(body, 'latin1'));
  const { wire, secrets } = redactor.request({
    url: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: authorization === undefined ? {} : { authorization },
    ...(content.text === undefined ? {} : { text: content.text }),
  });
  const answer =
    refusal === undefined
      ? undefined
      : redactor.answer({ status: status ?? 0, headers: {}, text: refusal }, secrets).text;
  const mark = wire.url.indexOf('?');
  return {
    path: mark === -1 ? wire.url : wire.url.slice(0, mark),
    query: mark === -1 ? undefined : wire.url.slice(mark + 1),
    body: parsedBody(wire.text),
    answer: parsedBody(answer),
  };
}

/** The value of a JSON body. Text that is not JSON, or nests too deep, stays text. */
function parsedBody(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function socketOf({ status, details }: JournaledRequest): SocketStatus | undefined {
  if (details?.socket === undefined || status !== 101) return undefined;
  const { received, sent, closing } = details.socket;
  const frames = { received, sent };
  return closing === undefined
    ? { state: 'open', ...frames }
    : { state: 'closed', ...frames, ...closing };
}

const noQuery = new URLSearchParams();
