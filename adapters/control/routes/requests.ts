// Control routes of the request journal: list the requests of a world, or of none, and clear them.

import type { World } from '../../../core/index.ts';
import { ControlError, worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import type { RequestControl, JournalFilter } from '../../contracts/request-control.ts';
import { jsonText, type HttpResponse } from '../../protocol/messages.ts';
import { requestsAnswer, requestsQuery } from '../wire/requests.ts';

const withoutJournal = { 409: { description: 'The server keeps no journal of requests.' } };
const listed = {
  200: { description: 'Requests, oldest first.', body: requestsAnswer },
  ...withoutJournal,
};
const cleared = { 204: { description: 'The requests so far are forgotten.' }, ...withoutJournal };

export const requestRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/requests',
    name: 'listRequests',
    summary: 'List the last requests to a world, with what they caused.',
    isUnrecorded: true,
    reads: bySchemas({ query: requestsQuery }),
    answers: listed,
    handle: (call, { params, query }) => list(call, worldOf(call, params), query),
  }),
  controlRoute({
    methods: ['DELETE'],
    path: '/worlds/:w/requests',
    name: 'clearRequests',
    summary: 'Forget the requests to a world so far.',
    isUnrecorded: true,
    answers: cleared,
    handle: (call, { params }) => clear(call, worldOf(call, params)),
  }),
  controlRoute({
    methods: ['GET'],
    path: '/requests',
    name: 'listStrayRequests',
    summary: 'List the last requests to worlds that do not exist.',
    reads: bySchemas({ query: requestsQuery }),
    answers: listed,
    handle: (call, { query }) => list(call, undefined, query),
  }),
  controlRoute({
    methods: ['DELETE'],
    path: '/requests',
    name: 'clearStrayRequests',
    summary: 'Forget the requests to worlds that do not exist.',
    answers: cleared,
    handle: (call) => clear(call, undefined),
  }),
];

async function list(
  call: ControlCall,
  world: World | undefined,
  filter: JournalFilter,
): Promise<HttpResponse> {
  const texts: string[] = [];
  for await (const request of journalOf(call).list(world, filter)) {
    texts.push(JSON.stringify(request));
  }
  return jsonText(200, `{"requests":[${texts.join(',')}]}`);
}

function clear(call: ControlCall, world: World | undefined): HttpResponse {
  journalOf(call).clear(world);
  return { status: 204, headers: {} };
}

function journalOf({ options: { requests } }: ControlCall): RequestControl {
  if (requests !== undefined) return requests;
  const message = 'This server keeps no journal of requests. Start it without --no-journal.';
  throw new ControlError(409, 'no-journal', message);
}
