// The in-process twin, for tests and replays: `fetch` and `WebSocket` with the routes and channels of an app, without a port.

import type { App } from '../../protocol/app.ts';
import { socketLimits, type SocketLimits } from '../../protocol/channel.ts';
import { bodyBytesMax } from '../../protocol/limits.ts';
import { halved, type HttpResponse } from '../../protocol/messages.ts';
import { bodyTooLarge } from '../../protocol/request-size.ts';
import { TwinSocket, type TwinNet, type TwinSocketOptions } from './twin-socket.ts';
import { cutBody, hang, resetError } from './twin-delivery.ts';
import { readableOf } from './twin-stream.ts';

export interface Twin {
  /** As the global fetch, with a URL of any host, or a path. Rejects an invalid URL. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** As the global WebSocket, with a URL of any host, or a path; headers in a third argument, as in the ws package. */
  readonly WebSocket: TwinWebSocket;
}

export type TwinWebSocket = Pick<typeof TwinSocket, 'CONNECTING' | 'OPEN' | 'CLOSING' | 'CLOSED'> &
  (new (
    url: string | URL,
    protocols?: string | readonly string[],
    options?: TwinSocketOptions,
  ) => TwinSocket);

/** The origin of a request by a path alone. */
const originDefault = 'http://localhost';

export function createTwin(app: App, limits: Partial<SocketLimits> = {}): Twin {
  const net: TwinNet = { app, limits: { ...socketLimits, ...limits }, open: new Set() };
  return {
    WebSocket: class extends TwinSocket {
      constructor(
        url: string | URL,
        protocols?: string | readonly string[],
        options?: TwinSocketOptions,
      ) {
        super(net, url, protocols, options);
      }
    },
    async fetch(input, init) {
      const target = input instanceof Request ? input : new URL(input, originDefault);
      const request = new Request(target, init);
      const { origin, pathname, search } = new URL(request.url);
      const raw = {
        method: request.method,
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        origin,
      };
      const body = Buffer.from(await request.arrayBuffer());
      const answered =
        body.length > bodyBytesMax
          ? app.refuse(raw, 413, bodyTooLarge)
          : await unlessAborted(app.handle({ ...raw, body }), request.signal);
      if (answered.delivery === 'reset') throw resetError();
      if (answered.delivery === 'hang') return hang(request.signal);
      return responseOf(
        answered.delivery === 'malformed' ? halved(answered) : answered,
        request.signal,
      );
    },
  };
}

/** The client leaves when it aborts its request, which goes on. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function responseOf(answered: HttpResponse, signal: AbortSignal): Response {
  const { status, headers, body, bytes, stream, delivery } = answered;
  if (delivery === 'cut') return new Response(cutBody(answered), { status, headers });
  const texts = stream === undefined ? null : readableOf(stream, signal);
  return new Response(body ?? bytes ?? texts, { status, headers });
}
