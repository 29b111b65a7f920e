// Requests per second, where a world limits them: each request is counted by an input of its own, so that a replay, a restart
// and a fork let the same ones in. Who asked too often is answered before anything of his request is looked at.

import type { wallet } from '../../../core/index.ts';
import type { RateLimits } from './config.ts';
import type { HttpRequest, HttpResponse } from '../../http/messages.ts';
import type { RouteContext } from './route-context.ts';
import { rejected } from './errors.ts';
import { routeMethodOf } from './methods.ts';

/** A request counts again when the second is over in which there were too many. */
const retryAfterSeconds = '1';

/** Counts a request; gives the answer to one that is too many. */
export function countRequest(
  { world, request, network, requestId }: RouteContext,
  limits: RateLimits,
): Promise<HttpResponse | undefined> {
  const kind = kindOf(request);
  const command = { type: 'CountRequest', network, kind, perSecond: limits[kind] } as const;
  return world.send({
    domain: 'wallet',
    prepare: () => ({ command: command satisfies wallet.WalletCommand }),
    respond: (outcome) => {
      const id = requestId(); // of this turn, whatever comes between it and the route's own
      if (outcome.ok) return undefined;
      const answered = rejected(outcome.error as wallet.WalletRejection);
      const own = { 'Retry-After': retryAfterSeconds, 'X-Request-Id': id };
      return { ...answered, headers: { ...answered.headers, ...own } };
    },
  });
}

/** Creating and deriving wallets, signing and both estimates have a limit of their own. */
const signPattern = /^\/v1\/w3s\/(developer\/(wallets|sign)(\/|$)|transactions\/\w+\/estimateFee$)/;

function kindOf({ method, path }: HttpRequest): wallet.RequestKind {
  if (routeMethodOf(method) === 'GET') return 'get';
  return signPattern.test(path) ? 'sign' : 'post';
}
