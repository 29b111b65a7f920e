// Makes this process one of the nodes that share a store: with a lease, and requests forwarded to the node that serves their world.

import { StoreError, type Engine, type EventStore } from '../../core/index.ts';
import type { NodesControl } from '../contracts/nodes-control.ts';
import { pause, pauseUnheld } from '../host-timers.ts';
import { Drain } from './drain.ts';
import { createForwarder } from './forwarder.ts';
import { createForwarding, type Forwarding } from './forwarding.ts';
import { meteredForwarder, type NodeMeter } from './node-meter.ts';
import type { NodeOptions } from './node-options.ts';
import { Places, type OpenFor, type PlacesOptions } from './places.ts';
import { ProcessLease, type LeaseObserver } from './process-lease.ts';
import { createProcessorLoad } from './processor-load.ts';
import { hasEnded, processMark } from './process-mark.ts';

/** What this node does for the others. */
export interface StartedNode {
  readonly forwarding: Forwarding;
  /** Ends the event streams of other nodes that clients read here. */
  readonly endStreams: () => void;
  /** Hands all worlds over that are awake, except those that stay; see Drain. */
  readonly drain: () => Promise<void>;
}

export interface StartNodeOptions {
  readonly engine: Engine;
  readonly open: OpenFor;
  /** The lease holds again after it did not. */
  readonly onHeldAgain: () => void;
  readonly mayForward: PlacesOptions['mayForward'];
  /** Whether a world stays on this node. */
  readonly isPinned: (name: string) => boolean;
  readonly onStoreAway: LeaseObserver['onStoreAway'];
}

export interface JoinedNodes {
  /** The store, which ends the lease before it closes: by then all is stored. */
  readonly store: EventStore;
  readonly lease: ProcessLease;
  /** Renews the lease from now on. */
  readonly start: (options: StartNodeOptions) => StartedNode;
  readonly control: NodesControl;
}

/** Rejects with StoreError 'unavailable' if the store is for one process, or cannot be reached. */
export async function joinNodes(
  store: EventStore,
  { address }: NodeOptions,
  version: string,
  monotonicMs: () => number,
  meter: NodeMeter,
): Promise<JoinedNodes> {
  const { leases } = store;
  if (leases === undefined) {
    throw new StoreError('unavailable', 'This store is for one process: omit the option `node`.');
  }
  const forwarder = meteredForwarder(createForwarder(await leases.secret()), meter);
  const wallMs = () => Date.now();
  const lease = await ProcessLease.begin({
    leases,
    node: { address, version, process: processMark() },
    monotonicMs,
    wallMs,
    hasEnded,
    pause,
  });
  return {
    lease,
    store: {
      ...store,
      async close() {
        await lease.leave();
        await store.close();
      },
    },
    start({ engine, open, mayForward, onHeldAgain, isPinned, onStoreAway }) {
      const drain = new Drain({ engine, lease, isPinned });
      const load = createProcessorLoad(monotonicMs);
      lease.observe({
        worlds: () => engine.worlds().length,
        load,
        onDraining: () => void drain.round(),
        onLost() {
          meter.onLeaseLost();
          engine.abandonAll();
        },
        onHeldAgain,
        onStoreAway,
        onGone(addresses) {
          meter.onGone(addresses.length);
          for (const gone of addresses) forwarder.cutOff(gone);
          engine.takeOver();
        },
      });
      lease.start();
      return {
        forwarding: createForwarding(
          new Places({ engine, open, leases, lease, pause: pauseUnheld, mayForward }).of,
          forwarder,
        ),
        endStreams: forwarder.endStreams,
        drain: async () => drain.beforeStop(),
      };
    },
    control: {
      leaseId: () => lease.id,
      isHeld: lease.isHeld,
      isDraining: () => lease.isAskedToDrain,
      drain: leases.drain,
      list: async () =>
        (await leases.list()).map(({ id, counter: _counter, process: _process, ...rest }) => ({
          ...rest,
          isSelf: id === lease.id,
        })),
    },
  };
}
