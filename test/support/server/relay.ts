// A relay before a server that changes its answers, or never answers some requests.

import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { closed, listening } from '../upstream/conversations.ts';

export interface RelayOptions {
  /** Whether a request is never answered. */
  readonly isMute?: (path: string) => boolean;
  /** The text of an answer in place of that of the server. */
  readonly changed?: (text: string, request: IncomingMessage) => string;
}

/** Resolves with its URL. It ends with the test. */
export async function relayTo(
  server: string,
  { isMute = () => false, changed = (text) => text }: RelayOptions,
): Promise<string> {
  const relay = createServer((request, response) => {
    const { method, url: path = '', headers } = request;
    if (isMute(path)) return;
    const sent = httpRequest(server + path, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-length': _length, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 0, rest);
        response.end(changed(Buffer.concat(chunks).toString(), request));
      });
    });
    request.pipe(sent);
  });
  onTestFinished(() => closed(relay));
  return listening(relay);
}
