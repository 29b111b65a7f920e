// The in-process twin: the same routes behind a `fetch`, without a port. For tests, and for replays.

import { bodyTooLarge, type App } from './app.ts';
import { bodyBytesMax } from './limits.ts';
import type { HttpResponse } from './table.ts';
import { readableOf } from './twin-stream.ts';

export interface Twin {
  /** As the global fetch: a URL of any host, or a path. Resolves with a Response; rejects for what is no URL. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Where links lead to if a request names no host of its own. */
const originDefault = 'http://localhost';

export function createTwin(app: App): Twin {
  return {
    async fetch(input, init) {
      const place = input instanceof Request ? input : new URL(input, originDefault);
      const request = new Request(place, init);
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
          : await app.handle({ ...raw, body });
      return responseOf(answered, request.signal);
    },
  };
}

function responseOf(
  { status, headers, body, stream }: HttpResponse,
  signal: AbortSignal,
): Response {
  const texts = stream === undefined ? null : readableOf(stream, signal);
  return new Response(body ?? texts, { status, headers });
}
