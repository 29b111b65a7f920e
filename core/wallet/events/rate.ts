// The event of rate limits.

import type { Network } from '../chain/blockchains.ts';
import type { RequestKind } from '../records/request-window.ts';

/** A request was admitted. Rejected ones are inputs without events. */
export interface RequestCounted {
  readonly type: 'RequestCounted';
  readonly network: Network;
  readonly kind: RequestKind;
}
