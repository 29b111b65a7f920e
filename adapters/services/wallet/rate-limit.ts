// Rate limits: each request is counted by an input of its own, so that a replay, a restart and a fork admit the same ones.
// A surplus request is refused before the rest of it is read.

import type { wallet } from '../../../core/index.ts';
import type { RateLimits } from './config.ts';
import type { HttpRequest, HttpResponse } from '../../protocol/messages.ts';
import type { WalletRouteContext } from './route-context.ts';
import { rejected } from './errors.ts';
import { routeMethodOf } from './methods.ts';

const retryAfterSeconds = '1';

/** Counts a request; returns the response to a surplus one. */
export function countRequest(
  { tasks, request, network }: WalletRouteContext,
  limits: RateLimits,
): Promise<HttpResponse | undefined> {
  const kind = kindOf(request);
  const command = { type: 'CountRequest', network, kind, perSecond: limits[kind] } as const;
  return tasks.send({
    domain: 'wallet',
    prepare: () => ({ command: command satisfies wallet.WalletCommand }),
    respond: (outcome) => {
      if (outcome.ok) return undefined;
      const answered = rejected(outcome.error);
      return { ...answered, headers: { ...answered.headers, 'Retry-After': retryAfterSeconds } };
    },
  });
}

/** Creating and deriving wallets, signing and both estimates share the limit `sign`. */
const signPattern = /^\/v1\/w3s\/(developer\/(wallets|sign)(\/|$)|transactions\/\w+\/estimateFee$)/;

function kindOf({ method, path }: HttpRequest): wallet.RequestKind {
  if (routeMethodOf(method) === 'GET') return 'get';
  return signPattern.test(path) ? 'sign' : 'post';
}
