// The context of a request that wallet routes are called with.

import type { wallet } from '../../../core/index.ts';
import type { HttpRequest, HttpResponse } from '../../http/messages.ts';
import type { Params, Route } from '../../http/routes/route.ts';
import type { EntityKey } from './entity-keys.ts';
import type { RequestWorld } from './request-id.ts';

export interface RouteContext {
  readonly request: HttpRequest;
  readonly world: RequestWorld;
  /** The networks of the caller's key. */
  readonly network: wallet.Network;
  readonly key: EntityKey;
}

export interface WalletRoute extends Pick<Route<RouteContext>, 'methods' | 'path'> {
  readonly handle: (context: RouteContext, params: Params) => Promise<HttpResponse> | HttpResponse;
}
