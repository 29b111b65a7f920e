// `reprise requests`: prints what clients have sent to a world, and what that caused.

import { omitUndefined } from '../../../core/index.ts';
import type { JournaledRequest, WorldClient } from '../../client/index.ts';
import { outcomeOf, urlOf } from '../support/request-text.ts';
import { table } from '../support/table.ts';
import { escapeControlChars } from '../support/terminal-text.ts';

type Query = NonNullable<Parameters<WorldClient['requests']['list']>[0]>;

export interface RequestsFlags extends Omit<Query, 'unmatched'> {
  readonly unmatched?: boolean;
}

export async function listRequests(
  { name, requests }: WorldClient,
  { service, method, path, status, unmatched, since, limit }: RequestsFlags,
): Promise<[object, string]> {
  const query = omitUndefined({ service, method, path, status, since });
  const isAny = unmatched === undefined && Object.keys(query).length === 0;
  const all = await requests.list(unmatched === true ? { ...query, unmatched: 'true' } : query);
  const answer = { requests: limit === undefined ? all.requests : all.requests.slice(-limit) };
  if (answer.requests.length === 0) {
    return [answer, `The journal of world '${name}' has no ${isAny ? '' : 'such '}requests.`];
  }
  const heading = ['n', 'at', 'service', 'request', 'status', 'caused'];
  return [answer, table([heading, ...answer.requests.map(rowOf)])];
}

export async function clearRequests({ name, requests }: WorldClient): Promise<[object, string]> {
  await requests.clear();
  return [{ world: name }, `Cleared the requests of world '${name}'.`];
}

function rowOf(request: JournaledRequest): readonly string[] {
  const { n, at, service, method, status } = request;
  const sent = `${method} ${urlOf(request)}`;
  const cells = [`${n}`, at ?? '', service ?? '', sent, `${status ?? ''}`, outcomeOf(request)];
  return cells.map(escapeControlChars);
}
