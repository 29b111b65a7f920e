// `reprise requests`: prints what clients have sent to a world, and what that caused.

import { omitUndefined } from '../../core/index.ts';
import type { JournaledRequest, WorldClient } from '../client/index.ts';
import { table } from './table.ts';
import { escapeControlChars } from './terminal-text.ts';

type Query = NonNullable<Parameters<WorldClient['requests']['list']>[0]>;

export interface RequestsFlags extends Omit<Query, 'unmatched'> {
  readonly unmatched?: boolean;
}

export async function listRequests(
  { name, requests }: WorldClient,
  { service, method, path, status, unmatched, since, limit }: RequestsFlags,
): Promise<[object, string]> {
  const query = omitUndefined({ service, method, path, status, since, limit });
  const answer = await requests.list(unmatched === true ? { ...query, unmatched: 'true' } : query);
  if (answer.requests.length === 0) return [answer, `World '${name}' has no such requests.`];
  const heading = ['n', 'at', 'service', 'request', 'status', 'caused'];
  return [answer, table([heading, ...answer.requests.map(rowOf)])];
}

export async function clearRequests({ name, requests }: WorldClient): Promise<[object, string]> {
  await requests.clear();
  return [{ world: name }, `Cleared the requests of world '${name}'.`];
}

function rowOf(request: JournaledRequest): readonly string[] {
  const { n, at, service, method, path, query, status, nearest } = request;
  const url = query === undefined ? path : `${path}?${query}`;
  const meant = nearest === undefined ? '' : `no route; ${nearest}?`;
  const cells = [`${n}`, at ?? '', service ?? '', `${method} ${url}`, `${status ?? ''}`];
  return [...cells, meant || causedBy(request)].map(escapeControlChars);
}

const idCharsShown = 8;
const eventsShown = 3;

/** The types of the first events, with the starts of the ids that they are about. */
function causedBy({ events, eventCount }: JournaledRequest): string {
  const shown = events.slice(0, eventsShown).map(({ type, stream }) => {
    const id = stream.slice(stream.lastIndexOf('/') + 1);
    return `${type} ${id.slice(0, idCharsShown)}`;
  });
  const rest = eventCount - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
