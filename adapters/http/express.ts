// The Express host: Reprise inside somebody's Express application, under any mount path.

import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import type { App } from './app.ts';
import { createMessageHandler, flat } from './node-message.ts';

/**
 * A handler for `app.use`. What belongs to no service goes on to the next handler. It is best used before body parsers: it
 * reads the body itself, as it came; where one was faster, what that made of the body is written down as JSON again.
 */
export function expressHandler(app: App): RequestHandler {
  const { answer } = createMessageHandler(app);
  return (request, response, next) => {
    if (!app.owns(request.url)) return next();
    const host = request.get('host') ?? 'localhost';
    const origin = `${request.protocol}://${host}${request.baseUrl}`;
    const place = { url: request.url, origin };
    const parsed: unknown = request.body;
    const isRead = request.readableEnded && parsed !== undefined;
    const read = isRead ? asJson(request.headers, parsed) : {};
    answer(request, response, { ...place, ...read });
  };
}

/** A body that was read, and headers that say what it has become. */
function asJson(headers: IncomingHttpHeaders, parsed: unknown) {
  const { 'content-encoding': _decoded, ...others } = headers;
  return {
    headers: flat({ ...others, 'content-type': 'application/json' }),
    body: Buffer.from(JSON.stringify(parsed)),
  };
}
