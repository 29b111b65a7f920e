// An exchange from the request journal of a server.

import type { JournaledRequest } from '../../../client/control-types.ts';
import type { Exchange, ExchangeMessage } from '../../story/story.ts';

export function exchangeOf(request: JournaledRequest): Exchange {
  const { n, at, service, client, method, path, query, route, nearest, status, socket } = request;
  const { body, answer, events, inputs } = request;
  const [input] = inputs;
  return {
    n,
    kind: socket !== undefined ? 'socket' : service === 'control' ? 'control' : 'http',
    atMs: at === undefined ? 0 : Date.parse(at),
    service: service ?? '',
    ...(client === undefined ? {} : { client }),
    method,
    url: query === undefined ? path : `${path}?${query}`,
    route,
    ...(nearest === undefined ? {} : { nearest }),
    ...(status === null ? {} : { status }),
    ...(body === undefined ? {} : { request: messageOf(body) }),
    ...(answer === undefined ? {} : { answer: messageOf(answer) }),
    events: events.map(({ position }) => position),
    ...(input === undefined ? {} : { input }),
  };
}

function messageOf(body: unknown): ExchangeMessage {
  return { text: typeof body === 'string' ? body : JSON.stringify(body, null, 2) };
}
