// Posts one webhook to its endpoint, if the operator allowed the host, and reports the outcome. A test message follows a HEAD
// that succeeded; else the outcome is that of the HEAD. Of an answer only the status counts; redirects are not followed.

import { lookup as lookupAddress, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { wallet } from '../../core/index.ts';
import { webhookAnswerBytesMax, webhookMsMax } from '../http/limits.ts';
import type { WebhookMessage } from '../services/wallet/webhook-message.ts';
import { isLoopback } from '../loopback.ts';

/** Sends a message and tells the outcome; never rejects. Gives up when it is told to. */
export type Post = (
  message: WebhookMessage,
  stopped: AbortSignal,
) => Promise<wallet.DeliveryOutcome>;

/** Posts to the loopback and to these hosts, given as URLs have them without a port. */
export function createPost(
  allowedHosts: readonly string[],
  { timeoutMs = webhookMsMax }: { readonly timeoutMs?: number } = {},
): Post {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  return async (message, stopped) => {
    const url = new URL(message.url);
    const hostname = url.hostname.toLowerCase();
    if (!isLoopback(hostname) && !allowed.has(hostname)) return { kind: 'forbidden' };
    const limit = new AbortController(); // Node has AbortSignal.any from 20.3 on only
    const abort = () => limit.abort();
    stopped.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, timeoutMs).unref();
    if (stopped.aborted) abort();
    try {
      if (message.isTrial === true) {
        const head = await send(url, 'HEAD', message, limit.signal);
        if (!isTaken(head)) return head;
      }
      return await send(url, 'POST', message, limit.signal);
    } catch {
      return { kind: 'unreachable' }; // no request can be made of it: a password whose % stand for nothing, for one
    } finally {
      clearTimeout(timer);
      stopped.removeEventListener('abort', abort);
    }
  };
}

function isTaken(outcome: wallet.DeliveryOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
}

function send(
  url: URL,
  method: 'HEAD' | 'POST',
  { headers, body }: WebhookMessage,
  signal: AbortSignal,
): Promise<wallet.DeliveryOutcome> {
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
        agent: false, // nothing is kept of a host that may be gone by the next time
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
    // Whatever else ends it, such as an answer that wants to be a WebSocket.
    sending.on('close', () => resolve(failureOf(undefined, signal)));
    sending.end(bytes);
  });
}

/** Nothing is signed where there is no body. */
function headOf({ 'User-Agent': agent }: WebhookMessage['headers']) {
  return agent === undefined ? {} : { 'User-Agent': agent };
}

function failureOf(
  error: NodeJS.ErrnoException | undefined,
  { aborted }: AbortSignal,
): wallet.DeliveryOutcome {
  if (aborted) return { kind: 'timeout' };
  return { kind: error?.code === 'ECONNREFUSED' ? 'refused' : 'unreachable' };
}

/** `localhost` is this machine, whatever the resolver of the host says. */
const lookupLoopback: LookupFunction = (_hostname, { all, family }, done) => {
  const found: LookupAddress[] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const fitting = found.filter(
    (one) => family === 0 || family === undefined || one.family === family,
  );
  const [first] = fitting;
  if (all === true) done(null, fitting);
  else done(null, first?.address ?? '', first?.family ?? 0);
};
