// Events of the faults domain. An event of a strike names the request, so that a log explains what its client saw.

import type { Delay, FaultEffect, FaultRule, Struck } from './records/fault.ts';
import type { StruckFrame } from './records/socket-effect.ts';
import type { StruckWebhook } from './records/webhook-effect.ts';

export interface FaultAdded {
  readonly type: 'FaultAdded';
  readonly faultId: string;
  /** Without the values in the body, which may be secrets: recordings redact them. */
  readonly rule: FaultRule;
  readonly aside?: {
    /** Those values, as JSON. */
    readonly json: string;
  };
}

export interface FaultRemoved {
  readonly type: 'FaultRemoved';
  readonly faultId: string;
}

/** A fault was tried on something that it matches and let it pass. */
export interface FaultPassed {
  readonly type: 'FaultPassed';
  readonly faultId: string;
  /** Of a frame. */
  readonly frame?: StruckFrame;
}

export interface FaultStruck {
  readonly type: 'FaultStruck';
  readonly faultId: string;
  readonly effect: FaultEffect;
  readonly request: Struck;
  /** Of faults that delay something: its id, and the end of the latency. */
  readonly delay?: Omit<Delay, 'faultId'>;
}

/** The virtual latency is over. */
export interface DelayEnded {
  readonly type: 'DelayEnded';
  readonly delayId: string;
  /** It is sent once this event is stored. */
  readonly webhook?: StruckWebhook;
  /** It arrives once this event is stored. */
  readonly frame?: StruckFrame;
}

export type FaultsEvent = FaultAdded | FaultRemoved | FaultPassed | FaultStruck | DelayEnded;

export const eventTypes: Readonly<Record<FaultsEvent['type'], true>> = {
  DelayEnded: true,
  FaultAdded: true,
  FaultPassed: true,
  FaultRemoved: true,
  FaultStruck: true,
};
