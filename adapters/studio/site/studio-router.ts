// The studio in an Express app that embeds Reprise: its pages and the control plane below one path.

import type { Handler, Request, Response } from 'express';
import { controlPrefix } from '../../contracts/control-route.ts';
import {
  expressHandler,
  type ExpressHandler,
  type ExpressRequest,
} from '../../hosts/node/express.ts';
import { flat } from '../../hosts/node/node-request.ts';
import type { App } from '../../protocol/app.ts';
import { emptyBytes, type HttpResponse } from '../../protocol/messages.ts';

/**
 * A handler for `app.use`, at any path: the studio there, the documents at `docs`, and the control plane at `__reprise`. Use it before
 * body parsers, as `expressHandler`. `Host` and `Origin` must be those of the loopback, or in `allowHosts`.
 */
export function studioRouter({ app }: { readonly app: App }): ExpressHandler {
  const control = expressHandler(app);
  let loading: Promise<Handler> | undefined;

  /** Loaded by the first request: an app that embeds Reprise may never show it. */
  async function pages(): Promise<Handler> {
    loading ??= import('./mounted-pages.ts').then(({ mountedPages }) => mountedPages());
    try {
      return await loading;
    } catch (error) {
      loading = undefined; // the next request tries again
      throw error;
    }
  }

  const answerPage: AsyncHandler = async (request, response, next) => {
    try {
      const refusal = await refusalOf(app, request);
      if (refusal === undefined) (await pages())(request as Request, response as Response, next);
      else response.writeHead(refusal.status, refusal.headers).end(refusal.body);
    } catch (error) {
      next(error);
    }
  };

  return (request, response, next) => {
    const [path = '/'] = request.url.split('?', 1);
    if (path === controlPrefix || path.startsWith(`${controlPrefix}/`)) {
      return control(request, response, next);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    void answerPage(request, response, next);
  };
}

type AsyncHandler = (...given: Parameters<ExpressHandler>) => Promise<void>;

/** The answer to a request whose Host or Origin the control plane refuses; undefined for others. */
async function refusalOf(app: App, { headers }: ExpressRequest): Promise<HttpResponse | undefined> {
  const asked = { method: 'GET', url: `${controlPrefix}/health`, headers: flat(headers) };
  const answer = await app.handle({ ...asked, body: emptyBytes, origin: 'http://localhost' });
  return answer.status === 200 ? undefined : answer;
}
