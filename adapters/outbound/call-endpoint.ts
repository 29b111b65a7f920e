// Calls an endpoint, if its host is allowed, and hands the text of a successful answer over as it arrives.

import { StringDecoder } from 'node:string_decoder';
import type { CallRequest } from '../contracts/calls.ts';
import type { SendOutcome } from '../contracts/webhooks.ts';
import { allowing, sendRequest, withLimit } from './http-request.ts';

export interface CallOptions {
  readonly timeoutMs: number;
  /** The most bytes of an answer. */
  readonly answerBytesMax: number;
  /** Returns whether more of the answer is of use. */
  readonly onText: (text: string) => boolean;
}

/** Why a call has no whole answer. */
export interface CallFailure {
  /** In words for clients. */
  readonly reason: string;
  /** Whether it was not made, since its host is not allowed. */
  readonly isRefused: boolean;
}

/** Returns why the call has failed; undefined if its answer was read. Never rejects. `stopped` aborts it. */
export type CallEndpoint = (
  request: CallRequest,
  options: CallOptions,
  stopped: AbortSignal,
) => Promise<CallFailure | undefined>;

/** Calls the loopback and these hosts, written as in URLs, without a port. `timeoutMs` is in place of that of each call. */
export function createCallEndpoint(
  allowedHosts: readonly string[],
  given: { readonly timeoutMs?: number } = {},
): CallEndpoint {
  const isAllowed = allowing(allowedHosts);
  return async ({ url: address, method, headers: own, body }, options, stopped) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return failed(failures.notHttp);
    if (!isAllowed(url.hostname)) return { reason: failures.forbidden, isRefused: true };
    const timeoutMs = given.timeoutMs ?? options.timeoutMs;
    const answer = new Answer(options);
    const headers = headersOf(own);
    const request = { url, method, headers, ...(body === undefined ? {} : { body }) };
    try {
      const outcome = await withLimit(timeoutMs, stopped, (signal) =>
        sendRequest(request, answer, signal),
      );
      return failed(answer.failure ?? failureOf(outcome, answer.hasBegun, timeoutMs));
    } catch {
      return failed(failures.invalid); // such as a header with a line break
    }
  };
}

function failed(reason: string | undefined): CallFailure | undefined {
  return reason === undefined ? undefined : { reason, isRefused: false };
}

/** Those that belong to a connection, or to the form of a body, are not the client's. */
const connectionHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function headersOf(own: CallRequest['headers']): Readonly<Record<string, string>> {
  const names = Object.keys(own).filter((name) => !connectionHeaders.has(name.toLowerCase()));
  const given = new Set(names.map((name) => name.toLowerCase()));
  const defaults = given.has('user-agent') ? {} : { 'User-Agent': 'Reprise' };
  return { ...defaults, ...Object.fromEntries(names.map((name) => [name, own[name] ?? ''])) };
}

/** An answer that is read up to its limit, if its status is that of a success. */
class Answer {
  readonly #options: CallOptions;
  readonly #decoder = new StringDecoder('utf8');
  #bytesLeft: number;
  hasBegun = false;
  failure: string | undefined;

  constructor(options: CallOptions) {
    this.#options = options;
    this.#bytesLeft = options.answerBytesMax;
  }

  onHead(status: number, { 'content-encoding': encoding }: Record<string, unknown>): boolean {
    this.hasBegun = true;
    if (status >= 300 && status < 400) this.failure = failures.redirect(status);
    else if (status < 200 || status >= 300) this.failure = failures.status(status);
    else if (encoding !== undefined && encoding !== 'identity') this.failure = failures.compressed;
    return this.failure === undefined;
  }

  onData(chunk: Buffer): boolean {
    this.#bytesLeft -= chunk.length;
    if (this.#bytesLeft >= 0) return this.#options.onText(this.#decoder.write(chunk));
    this.failure = failures.tooLong(this.#options.answerBytesMax);
    return false;
  }
}

function failureOf(outcome: SendOutcome, hasBegun: boolean, timeoutMs: number): string | undefined {
  switch (outcome.kind) {
    case 'answered':
      return undefined;
    case 'timeout':
      return failures.timeout(timeoutMs);
    case 'refused':
      return failures.refused;
    case 'unreachable':
      return hasBegun ? failures.broken : failures.unreachable;
    case 'forbidden':
      return failures.forbidden;
  }
}

const failures = {
  notHttp: 'The URL of the endpoint must begin with https: or http:.',
  forbidden:
    'The host of the endpoint is not allowed; allow it when Reprise is started, with --allow-host.',
  invalid: 'The endpoint cannot be called: its URL or one of its headers is malformed.',
  redirect: (status: number) =>
    `The endpoint answered with a redirect (${status}), which is not followed.`,
  status: (status: number) => `The endpoint answered with status ${status}.`,
  compressed: 'The answer of the endpoint is compressed, which was not asked for.',
  tooLong: (bytesMax: number) =>
    `The answer of the endpoint is longer than ${bytesMax / 1024} KiB.`,
  timeout: (timeoutMs: number) => `The endpoint had not answered after ${timeoutMs / 1_000} s.`,
  refused: 'The endpoint refuses connections.',
  unreachable: 'The endpoint cannot be reached, or ended the connection without an answer.',
  broken: 'The connection to the endpoint ended in the middle of its answer.',
} as const;
