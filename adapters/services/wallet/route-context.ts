// The context of a request that wallet routes are called with.

import type { wallet, World } from '../../../core/index.ts';
import type { HttpRequest } from '../../http/messages.ts';
import type { Route } from '../../http/router.ts';
import type { EntityKey } from './entity-keys.ts';

export interface RouteContext {
  readonly request: HttpRequest;
  readonly world: World;
  /** The networks of the caller's key. */
  readonly network: wallet.Network;
  readonly key: EntityKey;
  /** The id of the response: drawn in the request's first turn, the same in later ones. */
  readonly requestId: () => string;
}

export type WalletRoute = Route<RouteContext>;
