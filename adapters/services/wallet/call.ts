// What the routes of the wallet service work with.

import type { wallet, World } from '../../../core/index.ts';
import type { HttpRequest } from '../../http/messages.ts';
import type { Route } from '../../http/router.ts';
import type { EntityKey } from './entity-keys.ts';

/** What a route of the service works with. */
export interface Call {
  readonly request: HttpRequest;
  readonly world: World;
  /** The networks that the caller's key is for. */
  readonly network: wallet.Network;
  readonly key: EntityKey;
  /** The id of the answer: drawn in the request's first turn, the same in later ones. */
  readonly requestId: () => string;
}

export type WalletRoute = Route<Call>;
