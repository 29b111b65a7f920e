// Commands of the faults domain. Values are validated in the adapter; requests are matched there, too, since bodies hold secrets.

import type { FaultRule, StruckRequest } from './records/fault.ts';
import type { TriedFrame } from './records/socket-effect.ts';
import type { StruckWebhook } from './records/webhook-effect.ts';

/** The operator adds a fault. */
export interface AddFault {
  readonly type: 'AddFault';
  /** Default: derived from the seed. */
  readonly id?: string;
  readonly rule: FaultRule;
}

export interface RemoveFault {
  readonly type: 'RemoveFault';
  readonly faultId: string;
}

export interface RemoveAllFaults {
  readonly type: 'RemoveAllFaults';
}

/**
 * Asks which fault strikes a request, a webhook or a frame. The faults are tried in this order, up to the first that strikes. Ids of faults that
 * were removed meanwhile are ignored.
 */
export interface TryFaults {
  readonly type: 'TryFaults';
  /** Of the faults whose service, route and condition match the request. */
  readonly faultIds: readonly string[];
  readonly request: StruckRequest | StruckWebhook | TriedFrame;
}

/** Ends a virtual latency. Sent by its due. */
export interface EndDelay {
  readonly type: 'EndDelay';
  readonly delayId: string;
}

export type FaultsCommand = AddFault | RemoveFault | RemoveAllFaults | TryFaults | EndDelay;
