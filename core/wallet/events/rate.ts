// What happens where requests are limited.

import type { Network } from '../chain/blockchains.ts';
import type { RequestKind } from '../commands/rate.ts';

/** A request was let in. Those that were not are inputs without events. */
export interface RequestCounted {
  readonly type: 'RequestCounted';
  readonly network: Network;
  readonly kind: RequestKind;
}
