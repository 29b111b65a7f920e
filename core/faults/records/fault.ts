// Faults: what they strike, when, and with what effect; and the answers that one of them delays.

import type { Json } from '../../kernel/canonical.ts';
import type { ErrorAnswer } from './refusal.ts';
import {
  frameFaultKinds,
  upgradeFaultKinds,
  type FrameEffect,
  type StruckFrame,
  type UpgradeEffect,
} from './socket-effect.ts';
import { transactionFaultKinds, type TransactionEffect } from './transaction-effect.ts';
import { webhookFaultKinds, type StruckWebhook, type WebhookEffect } from './webhook-effect.ts';

/** Requests to strike. Absent members match all. The adapter matches them; the core only stores them. */
interface FaultTarget {
  /** The name of a service. */
  readonly service?: string;
  /** A pattern of paths, optionally after a method: `POST /v1/w3s/wallets`. */
  readonly route?: string;
  /** Of frames: the number of their connection; see StruckFrame. */
  readonly conn?: number;
}

/** Which of the matching requests to strike; all members must agree. A type alias, since interfaces are not assignable to JSON. */
export type FaultCondition = {
  /** Strikes so often at most. */
  readonly count?: number;
  /** Lets so many matching requests pass first. */
  readonly after?: number;
  /** Strikes each n-th of those that follow. */
  readonly every?: number;
  /** The probability of a strike, from 0 to 1, drawn from the seed. */
  readonly chance?: number;
  /** From this instant on, in virtual ms since 1970. */
  readonly fromMs?: number;
  /** Before this instant. */
  readonly untilMs?: number;
  /** Values of members of the request's body, by path. The adapter compares them. */
  readonly json?: Readonly<Record<string, Json>>;
};

/** What a fault does to what it strikes. */
export type FaultEffect =
  RequestEffect | TransactionEffect | WebhookEffect | UpgradeEffect | FrameEffect;

export type RequestEffect =
  | ({ readonly kind: 'refuse' } & ErrorAnswer)
  | { readonly kind: 'lose-request' | 'lose-answer' | 'repeat' | 'cut' | 'malformed' | 'hang' }
  | Slow;

/** The answer arrives later, by virtual time. */
type Slow = {
  readonly kind: 'slow';
  readonly delayMs: number;
  /** Up to so much more, drawn from the seed. Default: 0. */
  readonly jitterMs?: number;
};

/** The kinds that strike requests. */
export const requestFaultKinds = [
  'refuse',
  'lose-request',
  'lose-answer',
  'repeat',
  'cut',
  'malformed',
  'hang',
  'slow',
] as const satisfies readonly RequestEffect['kind'][];

export type FaultKind = FaultEffect['kind'];

export const faultKinds = [
  ...requestFaultKinds,
  ...transactionFaultKinds,
  ...webhookFaultKinds,
  ...upgradeFaultKinds,
  ...frameFaultKinds,
] as const satisfies readonly FaultKind[];

/** A fault as the operator describes it. */
export interface FaultRule extends FaultTarget {
  readonly when: FaultCondition;
  readonly effect: FaultEffect;
}

/** A fault in a world. */
export interface Fault extends FaultRule {
  readonly id: string;
  /** Matching requests that it was tried on, and those that it struck. */
  readonly tried: number;
  readonly struck: number;
}

/** The request, or the upgrade with the method `WS`, that a fault strikes, without secrets. */
export type StruckRequest = {
  readonly service: string;
  readonly method: string;
  /** Without the prefix of the world and the query. */
  readonly path: string;
};

export type Struck = StruckRequest | StruckWebhook | StruckFrame;

/** An answer, a webhook or a frame that waits. */
export interface Delay {
  readonly id: string;
  readonly faultId: string;
  readonly untilMs: number;
  /** After a restart, its sender goes on waiting. */
  readonly webhook?: StruckWebhook;
  readonly frame?: StruckFrame;
}

/** Whether a fault has struck as often as it may. */
export function isSpent({ struck, when: { count } }: Fault): boolean {
  return count !== undefined && struck >= count;
}

/** The most faults of a world. */
export const faultsMax = 100;
/** The most delayed answers at a time; beyond, `slow` does not strike. */
export const delaysMax = 1_000;
