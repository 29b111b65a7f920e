// Lets pages of other origins call the wallet (CORS) where a world is set up so; the original never does.

import type { World } from '../../../core/index.ts';
import { walletConfigOf } from './config.ts';
import { recordedFact, type HttpRequest, type HttpResponse } from '../../http/messages.ts';

/** Whether a request comes from a page that may read its answer. */
export function isShared(request: HttpRequest, world: World): boolean {
  if (request.headers['origin'] === undefined) return false;
  // A fact, since it is found when the request comes and not in its turn: settings may change in between.
  return recordedFact(request, 'cors', () => walletConfigOf(world).walletCors, false);
}

/** The answer with what a browser wants to see before it lets a page read it. Cookies are never asked for. */
export function shared(answered: HttpResponse): HttpResponse {
  return { ...answered, headers: { ...answered.headers, ...corsHeaders } };
}

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Reprise-World, X-Request-Id',
  'Access-Control-Expose-Headers': 'Link, Retry-After, X-Request-Id',
};
