// Passes the answer of another node on to a client.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { served } from './hop.ts';

/** Headers of one connection (RFC 9110, section 7.6.1). */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding'];
const dropped = new Set([...ofConnection, ...Object.keys(served)]);

/** An answer that breaks off breaks off for the client, too; one whose client is gone is read no more. */
export function relay(answer: IncomingMessage, response: ServerResponse): void {
  const headers: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2);
    if (!dropped.has(name.toLowerCase())) headers.push(name, value);
  }
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  response.flushHeaders(); // the first event of a stream may take long
  answer.on('error', () => {
    if (!response.writableEnded) response.destroy();
  });
  response.once('close', () => answer.destroy());
  answer.pipe(response);
}
