// Requests to the control plane of a Reprise during a live replay. Each is given up if no answer comes.

import { createClient, RepriseError, type Client } from '../client/index.ts';
import type { Connector } from '../upstream/relay/connector.ts';
import { callHttp, type CalledRequest } from './http-call.ts';
import { inTime } from './in-time.ts';
import { workMsMax } from './session-clock.ts';
import type { TargetControl } from './target.ts';

/** How long an answer may take: the world may have to work for it, as when its clock advances. */
export function controlMsMax(waitMsMax: number): number {
  return Math.max(waitMsMax, workMsMax);
}

export interface ControlServer {
  readonly url: string;
  readonly token: string;
  /** How long to wait for each answer. */
  readonly msMax: number;
}

export function controlClient({ url, token, msMax }: ControlServer): Client {
  return createClient({
    url,
    token,
    fetch: (target, init) => fetch(target, { ...init, signal: AbortSignal.timeout(msMax) }),
  });
}

/** A request that the operator of the recorded world had sent. */
export type OperatorRequest = Omit<CalledRequest, 'headers'>;

export interface OperatorOptions {
  readonly control: TargetControl;
  readonly connector: Connector;
  readonly msMax: number;
}

/** Sends it for the world of the target. Rejects with RepriseError if no answer comes. */
export async function sendAsOperator(
  { method, url, body }: OperatorRequest,
  { control: { client, token, world }, connector, msMax }: OperatorOptions,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { method, url: ownUrl(url, world.name), headers, body };
  const call = callHttp(client.url, request, connector);
  const answer = await inTime(call.answered, msMax);
  if (answer?.status !== undefined) return;
  call.abandon();
  throw new RepriseError('unreachable', `No server answers at ${client.url}.`);
}

function ownUrl(url: string, name: string): string {
  return url.replace(/^(\/__reprise\/worlds\/)[^/?]+/, `$1${encodeURIComponent(name)}`);
}
