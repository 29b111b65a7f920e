// Lets pages of other origins call the wallet (CORS) if a world is configured so; the original never does.

import type { World } from '../../../core/index.ts';
import { walletConfigOf } from './config.ts';
import { recordedFact, type HttpRequest, type HttpResponse } from '../../protocol/messages.ts';

/** Whether a request is from a page of another origin that may read the response. */
export function isCrossOriginAllowed(request: HttpRequest, world: World): boolean {
  if (request.headers['origin'] === undefined) return false;
  // A recorded fact: it is read when the request arrives, and settings may change before its task runs.
  return recordedFact(request, 'cors', () => walletConfigOf(world).walletCors, false);
}

/** The response with the CORS headers that let pages of other origins read it, without cookies. */
export function withCorsHeaders(answered: HttpResponse): HttpResponse {
  return { ...answered, headers: { ...answered.headers, ...corsHeaders } };
}

const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Reprise-World, X-Request-Id',
  'Access-Control-Expose-Headers': 'Link, Retry-After, X-Request-Id',
};
