// The request to an endpoint of a client, with its secrets.

import type { speech } from '../../../../core/index.ts';
import type { CallRefusal, CallRequest } from '../../../contracts/calls.ts';
import { revealed, type EndpointSecret } from './secrets.ts';

interface EndpointPlace {
  readonly endpoint: speech.Endpoint;
  readonly secret: EndpointSecret | undefined;
  /** The id of the registered agent that has the endpoint, if any. */
  readonly agentId?: string | undefined;
}

/** The client's headers replace the given ones. */
export function endpointRequest(
  { endpoint, secret, agentId }: EndpointPlace,
  { method, headers = {}, body }: Omit<CallRequest, 'url' | 'headers'> & Partial<CallRequest>,
): CallRequest | CallRefusal {
  if (!endpoint.isAllowed) return { refusal: refusals.forbidden };
  const known = revealed(endpoint, secret);
  if (known === undefined) return { refusal: secretsGone(agentId) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const own = withDefaults({ ...type, ...headers }, known.headers);
  return { url: known.url, method, headers: own, ...(body === undefined ? {} : { body }) };
}

function withDefaults(
  defaults: CallRequest['headers'],
  own: CallRequest['headers'],
): CallRequest['headers'] {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const missing = Object.entries(defaults).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(missing), ...own };
}

const refusals = {
  forbidden:
    'The host of the endpoint was not allowed when it was set; allow it when Reprise is started, with --allow-host.',
} as const;

function secretsGone(agentId: string | undefined): string {
  return agentId === undefined
    ? 'The headers or credentials of the endpoint are gone: they are in memory alone, and neither a restarted nor a forked world has them; send Settings in a new session.'
    : `The headers or credentials of the agent's endpoint are missing: they are in memory alone, and no world has those of a fixture, or those from before a restart or fork; PUT /__reprise/worlds/<world>/speech/agents/${agentId} with them, then begin a new session.`;
}
