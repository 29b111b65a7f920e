// One HTTP request to an endpoint. Redirects are not followed.

import { lookup as lookupAddress, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { SendOutcome } from '../contracts/webhooks.ts';
import { isLoopback } from '../loopback.ts';
import { setTimeout, clearTimeout } from '../host-timers.ts';

export interface HttpRequestTo {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Absent: none, and no length of one. */
  readonly body?: string | Buffer;
}

/** Reads an answer. Each method returns whether more of it is of use. */
export interface AnswerSink {
  onHead?(status: number, headers: IncomingHttpHeaders): boolean;
  onData(chunk: Buffer): boolean;
}

/** Sends a request and hands its answer over. Never rejects, but throws for a request that is not valid. */
export function sendRequest(
  { url, method, headers, body }: HttpRequestTo,
  sink: AnswerSink,
  signal: AbortSignal,
): Promise<Exclude<SendOutcome, { readonly kind: 'forbidden' }>> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const lookup = isLoopback(url.hostname) ? lookupLoopback : lookupAddress;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length = bytes === undefined ? {} : { 'Content-Length': bytes.length };
  return new Promise((resolve) => {
    const sending = request(
      url,
      {
        method,
        headers: { ...headers, ...length },
        agent: false, // no connection is reused: the host may be down by the next request
        lookup,
        signal,
      },
      (response) => {
        const status = response.statusCode ?? 0;
        const answered = () => {
          resolve({ kind: 'answered', status });
          sending.destroy();
        };
        response.on('error', () => resolve(failureOf(undefined, signal)));
        if (sink.onHead?.(status, response.headers) === false) return answered();
        let isEnough = false;
        response.on('data', (chunk: Buffer) => {
          isEnough ||= !sink.onData(chunk);
          if (isEnough) answered();
        });
        response.on('end', answered);
      },
    );
    sending.on('error', (error) => resolve(failureOf(error, signal)));
    // Covers all other ends, such as a response that upgrades the connection.
    sending.on('close', () => resolve(failureOf(undefined, signal)));
    sending.end(bytes);
  });
}

/** Runs requests with a signal that aborts after so long, or when they are stopped. */
export async function withLimit<Result>(
  timeoutMs: number,
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController(); // Node has AbortSignal.any from 20.3 on only
  const abort = () => limit.abort();
  stopped.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(abort, timeoutMs).unref();
  if (stopped.aborted) abort();
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', abort);
  }
}

/** Allows the loopback and these hosts, written as in URLs, without a port. */
export function allowing(hosts: readonly string[]): (hostname: string) => boolean {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return (hostname) => isLoopback(hostname) || allowed.has(hostname.toLowerCase());
}

function failureOf(
  error: NodeJS.ErrnoException | undefined,
  { aborted }: AbortSignal,
): { readonly kind: 'timeout' | 'refused' | 'unreachable' } {
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
