// Counts what one of the nodes of a store forwards, and what becomes of leases.

import type { NodeForwarder } from './forwarder.ts';
import type { Forwarded } from './hop.ts';

export interface NodeMeter {
  readonly onForwarded: (outcome: Forwarded) => void;
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
  const counted = (outcome: Forwarded): Forwarded => {
    onForwarded(outcome);
    return outcome;
  };
  return {
    ...forwarder,
    answer: async (...given) => counted(await forwarder.answer(...given)),
    openSocket: async (...given) => counted(await forwarder.openSocket(...given)),
  };
}
