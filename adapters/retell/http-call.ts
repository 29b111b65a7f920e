// Sends one HTTP request, and reads its answer.

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Connector } from '../upstream/relay/connector.ts';

export interface CalledRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

export interface LiveAnswer {
  /** Undefined if none came. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The code of the error that ended it. */
  readonly failure?: string;
}

export interface HttpCall {
  readonly answered: Promise<LiveAnswer>;
  /** Closes the connection. */
  readonly abandon: () => void;
}

/** Of a longer body the rest is not kept: it is in the recording, and nothing is learned from it. */
const keptBytesMax = 64 * 1024 * 1024;

/** Sends a request to the server at a base. Follows no redirect. Never rejects. */
export function callHttp(
  base: string,
  { method, url, headers, body }: CalledRequest,
  connector: Connector,
): HttpCall {
  const server = new URL(base);
  const path = `${server.pathname.replace(/\/$/, '')}${url}`;
  const connection = connector.options(server);
  const send = server.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = send({ ...connection, path, method, headers });
  const answered = new Promise<LiveAnswer>((resolve) => {
    const none = { headers: {}, body: Buffer.alloc(0) };
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ ...none, failure: error.code ?? error.message }),
    );
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      const { statusCode = 0 } = response;
      const values = Object.entries(response.headers).map(([name, value = '']) => [
        name,
        Array.isArray(value) ? value.join('\n') : value,
      ]);
      const come = (failure?: string): LiveAnswer => ({
        status: statusCode,
        headers: Object.fromEntries(values) as Record<string, string>,
        body: Buffer.concat(chunks),
        ...(failure === undefined ? {} : { failure }),
      });
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= keptBytesMax) chunks.push(chunk);
      });
      response.on('end', () => resolve(come()));
      response.on('error', (error: NodeJS.ErrnoException) =>
        resolve(come(error.code ?? error.message)),
      );
    });
  });
  sent.end(body);
  return { answered, abandon: () => sent.destroy() };
}
