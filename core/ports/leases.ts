// The processes that serve the worlds of one store, the nodes: each has a lease, a row with a counter that it raises again and again.
// Another node ends a lease whose counter it has seen stand still for long, by its own clock: no instants of two machines are compared.

/** What a node says about itself each time that it renews its lease. */
export interface NodeLoad {
  /** The number of worlds that are awake. */
  readonly worlds: number;
  /** The time of a processor that it has used since the last renewal, in percent of that span; several processors may add up. */
  readonly load: number;
  /** Whether it hands over its worlds, and takes no more. */
  readonly isDraining: boolean;
}

export interface NodeIdentity {
  /** The base URL at which other nodes reach it, such as `http://10.0.0.5:4600`. */
  readonly address: string;
  /** The version of Reprise. */
  readonly version: string;
  /** Identifies its process on its machine; empty where that is not known. */
  readonly process: string;
}

export interface NodeLease extends NodeIdentity, NodeLoad {
  readonly id: string;
  readonly counter: number;
}

export interface WorldOwner {
  readonly address: string;
  /** Whether it is this process. */
  readonly isSelf: boolean;
}

export interface Renewed {
  /** Of the own lease: that of a `begin` whose answer was lost, too. */
  readonly id: string;
  /** Whether it was asked to hand over its worlds, or said that it does. */
  readonly isDraining: boolean;
}

/** Each operation rejects with StoreError 'unavailable' if the store cannot be reached. */
export interface Leases {
  /** What all nodes of the store know, and nobody else: 64 hexadecimal digits, drawn by the first that asks. */
  readonly secret: () => Promise<string>;
  /**
   * Begins a lease of this process. Worlds that it claims from now on belong to the lease. Resolves with its id, a new one each
   * time; undefined if there is a lease with that address.
   */
  readonly begin: (node: NodeIdentity) => Promise<string | undefined>;
  /**
   * Goes on with a new lease in place of the own one, at once, so that others do not miss it: they may claim all worlds of the old
   * one. Resolves with its id; undefined if the own lease has ended.
   */
  readonly beginAnew: () => Promise<string | undefined>;
  /** Raises the counter of the own lease. Undefined if another node has ended it: its worlds may have other owners by now. */
  readonly renew: (load: NodeLoad) => Promise<Renewed | undefined>;
  /** Asks the node with that address to hand over its worlds. False if there is none. */
  readonly drain: (address: string) => Promise<boolean>;
  /** All leases, by address and id. */
  readonly list: () => Promise<readonly NodeLease[]>;
  /** Ends a lease if its counter still is that one. Then any node may claim its worlds. */
  readonly end: (id: string, counter: number) => Promise<boolean>;
  /** Ends the own lease. */
  readonly leave: () => Promise<void>;
  /** The node that owns a world; undefined if none does. */
  readonly ownerOf: (world: string) => Promise<WorldOwner | undefined>;
  /** Lets any node claim a world of this one, whose appends are refused from now on. Does nothing if another one owns it. */
  readonly release: (world: string) => Promise<void>;
}

/** What the engine needs to know about the lease of its process. */
export interface HeldLease {
  /** Whether no other process can own a world of this one by now: reads are refused otherwise. */
  readonly isHeld: () => boolean;
  /** The host instant at which the lease of a world's former owner ended; undefined if that was before this process had one. */
  readonly goneMs: (lease: string) => number | undefined;
  /** Whether this process hands its worlds over to others, and takes no more. */
  readonly isDraining: () => boolean;
}
