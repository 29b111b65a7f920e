// The context of a request that wallet routes are called with.

import type { wallet } from '../../../core/index.ts';
import type { HttpRequest } from '../../http/messages.ts';
import type { Route } from '../../http/router.ts';
import type { EntityKey } from './entity-keys.ts';
import type { RequestWorld } from './request-id.ts';

export interface RouteContext {
  readonly request: HttpRequest;
  readonly world: RequestWorld;
  /** The networks of the caller's key. */
  readonly network: wallet.Network;
  readonly key: EntityKey;
}

export type WalletRoute = Route<RouteContext>;
