// Posts one webhook to its endpoint, if the host is allowed, and returns the outcome. A test message is posted only if a HEAD
// request succeeds first. Only the status of a response counts; redirects are not followed.

import { lookup as lookupAddress, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { webhookAnswerBytesMax, webhookMsMax } from '../http/limits.ts';
import type { DeliveryOutcome, WebhookMessage } from '../contracts/webhooks.ts';
import { isLoopback } from '../loopback.ts';

/** Sends a message and returns the outcome; never rejects. `stopped` aborts it. */
export type Post = (message: WebhookMessage, stopped: AbortSignal) => Promise<DeliveryOutcome>;

/** Posts to the loopback and to these hosts, written as in URLs, without a port. */
export function createPost(
  allowedHosts: readonly string[],
  { timeoutMs = webhookMsMax }: { readonly timeoutMs?: number } = {},
): Post {
  const isAllowed = allowing(allowedHosts);
  return async (message, stopped) => {
    const url = new URL(message.url);
    if (!isAllowed(url.hostname)) return { kind: 'forbidden' };
    const limit = new AbortController(); // Node has AbortSignal.any from 20.3 on only
    const abort = () => limit.abort();
    stopped.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, timeoutMs).unref();
    if (stopped.aborted) abort();
    try {
      if (message.isTrial === true) {
        const head = await send(url, 'HEAD', message, limit.signal);
        if (!isSuccess(head)) return head;
      }
      return await send(url, message.method ?? 'POST', message, limit.signal);
    } catch {
      return { kind: 'unreachable' }; // not a valid request, such as a password with malformed percent-encoding
    } finally {
      clearTimeout(timer);
      stopped.removeEventListener('abort', abort);
    }
  };
}

/** Allows the loopback and these hosts, written as in URLs, without a port. */
export function allowing(hosts: readonly string[]): (hostname: string) => boolean {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return (hostname) => isLoopback(hostname) || allowed.has(hostname.toLowerCase());
}

function isSuccess(outcome: DeliveryOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}

function send(
  url: URL,
  method: string,
  { headers, body }: WebhookMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const lookup = isLoopback(url.hostname) ? lookupLoopback : lookupAddress;
  const bytes = Buffer.from(method === 'HEAD' ? '' : body);
  return new Promise((resolve) => {
    const sending = request(
      url,
      {
        method,
        headers:
          method === 'HEAD' ? headOf(headers) : { ...headers, 'Content-Length': bytes.length },
        agent: false, // no connection is reused: the host may be down by the next delivery
        lookup,
        signal,
      },
      (response) => {
        let left = webhookAnswerBytesMax;
        const answered = () => {
          resolve({ kind: 'answered', status: response.statusCode ?? 0 });
          sending.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          left -= chunk.length;
          if (left < 0) answered();
        });
        response.on('end', answered);
        response.on('error', () => resolve(failureOf(undefined, signal)));
      },
    );
    sending.on('error', (error) => resolve(failureOf(error, signal)));
    // Covers all other ends, such as a response that upgrades the connection.
    sending.on('close', () => resolve(failureOf(undefined, signal)));
    sending.end(bytes);
  });
}

/** A request without a body has no signature headers. */
function headOf({ 'User-Agent': agent }: WebhookMessage['headers']) {
  return agent === undefined ? {} : { 'User-Agent': agent };
}

function failureOf(
  error: NodeJS.ErrnoException | undefined,
  { aborted }: AbortSignal,
): DeliveryOutcome {
  if (aborted) return { kind: 'timeout' };
  return { kind: error?.code === 'ECONNREFUSED' ? 'refused' : 'unreachable' };
}

/** `localhost` is this machine, whatever the resolver of the host says. */
const lookupLoopback: LookupFunction = (_hostname, { all, family }, done) => {
  const found: LookupAddress[] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const matching = found.filter(
    (one) => family === 0 || family === undefined || one.family === family,
  );
  const [first] = matching;
  if (all === true) done(null, matching);
  else done(null, first?.address ?? '', first?.family ?? 0);
};
