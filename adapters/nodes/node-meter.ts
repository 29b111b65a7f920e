// Counts what one of the nodes of a store forwards, and what becomes of leases.

import type { Forwarded, NodeForwarder } from './forwarder.ts';

/** `upgrade`: a WebSocket was sent on; `upgrade-failed`: that one could not be, which is counted besides. */
export type ForwardOutcome = Forwarded | 'upgrade' | 'upgrade-failed';

export interface NodeMeter {
  readonly onForwarded: (outcome: ForwardOutcome) => void;
  /** Another node has ended the lease of this one. */
  readonly onLeaseLost: () => void;
  /** So many nodes are gone. */
  readonly onGone: (nodes: number) => void;
}

/** Counts what a forwarder does. */
export function meteredForwarder(
  forwarder: NodeForwarder,
  { onForwarded }: NodeMeter,
): NodeForwarder {
  return {
    ...forwarder,
    async answer(...given) {
      const outcome = await forwarder.answer(...given);
      onForwarded(outcome);
      return outcome;
    },
    upgrade(request, socket, head, address, onFailed) {
      onForwarded('upgrade');
      forwarder.upgrade(request, socket, head, address, () => {
        onForwarded('upgrade-failed');
        onFailed();
      });
    },
  };
}
