// The Express host: Reprise in an Express application, under any mount path.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../protocol/app.ts';
import { MessageHandler } from './node-message.ts';
import { flat } from './node-request.ts';

/** What the handler needs of a request of Express: the types of the package do not name those of Express. */
export interface ExpressRequest extends IncomingMessage {
  url: string;
  readonly baseUrl: string;
  readonly protocol: string;
  readonly body?: unknown;
}

export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * A handler for `app.use`. Paths that no service owns go on to the next handler. Use it before body parsers: it reads the
 * raw body itself. A body that was parsed before is printed as JSON again.
 */
export function expressHandler(app: App): ExpressHandler {
  const messages = new MessageHandler(app);
  return (request, response, next) => {
    if (!app.owns(request.url)) return next();
    const host = request.headers.host ?? 'localhost';
    const origin = `${request.protocol}://${host}${request.baseUrl}`;
    const target = { url: request.url, origin };
    const parsed = request.body;
    const isRead = request.readableEnded && parsed !== undefined;
    const read = isRead ? asJson(request.headers, parsed) : {};
    messages.answer(request, response, { ...target, ...read });
  };
}

/** A parsed body printed as JSON, and headers that match it. */
function asJson(headers: IncomingHttpHeaders, parsed: unknown) {
  const { 'content-encoding': _decoded, ...others } = headers;
  return {
    headers: flat({ ...others, 'content-type': 'application/json' }),
    body: Buffer.from(JSON.stringify(parsed)),
  };
}
