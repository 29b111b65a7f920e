// Requests to the control plane of a Reprise during a live replay. Each is given up if no answer comes.

import { createClient, RepriseError, type Client } from '../client/index.ts';
import type { Connector } from '../upstream/relay/connector.ts';
import { callHttp, type CalledRequest, type LiveAnswer } from './http-call.ts';
import { answerMsMax, answerMsMin, inTime } from './in-time.ts';
import { workMsMax } from './session-clock.ts';
import type { TargetControl } from './target.ts';

export interface ControlBounds {
  readonly connector: Connector;
  /** How long to wait at most for an answer. One that may need work of the world, as an advance of its clock, has longer. */
  readonly waitMsMax: number;
  /** Aborted when the replay is to end at once: later requests only clean up. */
  readonly stopped?: AbortSignal | undefined;
}

export interface ControlServer extends ControlBounds {
  readonly url: string;
  readonly token: string;
}

export function controlClient({ url, token, ...options }: ControlServer): Client {
  return createClient({
    url,
    token,
    async fetch(target, { method = 'GET', headers, body } = {}) {
      const request = {
        method,
        url: target.slice(url.length),
        headers: Object.fromEntries(new Headers(headers)),
        body: Buffer.from(typeof body === 'string' ? body : ''),
      };
      const { status, headers: received, body: bytes } = await answerOf(url, request, options);
      const type = received['content-type'];
      return new Response(bytes.length === 0 ? null : bytes, {
        status,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    },
  });
}

/** A request that the operator of the recorded world had sent. */
export type OperatorRequest = Omit<CalledRequest, 'headers'>;

/** Sends it for the world of the target. Rejects with RepriseError if no answer comes. */
export async function sendAsOperator(
  { method, url, body }: OperatorRequest,
  { client, token, world }: TargetControl,
  options: ControlBounds,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await answerOf(client.url, { method, url: ownUrl(url, world.name), headers, body }, options);
}

/** How long the answer to a request may take. */
export function controlMsMax(
  method: string,
  { waitMsMax, stopped }: Omit<ControlBounds, 'connector'>,
): number {
  if (stopped?.aborted === true) return answerMsMin;
  return method === 'GET' ? answerMsMax(waitMsMax) : Math.max(waitMsMax, workMsMax);
}

/** Rejects with RepriseError if no whole answer comes in time. */
async function answerOf(
  server: string,
  request: CalledRequest,
  options: ControlBounds,
): Promise<LiveAnswer & { readonly status: number }> {
  const msMax = controlMsMax(request.method, options);
  const call = callHttp(server, request, options.connector);
  const answer = await inTime(call.answered, msMax);
  if (answer === undefined) {
    call.abandon();
    const [path = ''] = request.url.split('?', 1);
    const sent = `${request.method} ${path}`;
    throw unreachable(`${server} has not answered ${sent} within ${msMax / 1_000} s.`);
  }
  const { status, failure } = answer;
  if (status === undefined) throw unreachable(`No server answers at ${server}.`);
  if (failure !== undefined) throw unreachable(`The answer of ${server} broke off.`);
  return { ...answer, status };
}

function unreachable(message: string): RepriseError {
  return new RepriseError('unreachable', message);
}

function ownUrl(url: string, name: string): string {
  return url.replace(/^(\/__reprise\/worlds\/)[^/?]+/, `$1${encodeURIComponent(name)}`);
}
