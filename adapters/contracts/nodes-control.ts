// The nodes that share a store, for the control plane.

import type { NodeLease } from '../../core/index.ts';

export interface ListedNode extends Pick<
  NodeLease,
  'address' | 'version' | 'worlds' | 'load' | 'isDraining'
> {
  /** Whether it is the one that answers. */
  readonly isSelf: boolean;
}

export interface NodesControl {
  /** By address. Rejects with StoreError if the store cannot be reached. */
  readonly list: () => Promise<readonly ListedNode[]>;
  /** Of the lease of this node: a new one at each start. */
  readonly leaseId: () => string;
  /** Whether no other node can have taken over the worlds of this one by now. */
  readonly isHeld: () => boolean;
  /** Whether this node hands its worlds over to others. */
  readonly isDraining: () => boolean;
  /** Has the node with that address hand its worlds over. False if there is none. Rejects as `list`. */
  readonly drain: (address: string) => Promise<boolean>;
}
