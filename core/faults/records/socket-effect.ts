// What a fault does to a WebSocket: to its upgrade, to one frame, or from one frame on.

import type { ErrorAnswer } from './refusal.ts';

/** An error response in the form of the service, in place of the upgrade. */
export type UpgradeEffect = { readonly kind: 'refuse-upgrade' } & ErrorAnswer;

export type FrameEffect = FrameChange & {
  /** The direction of the frames. Default: both. */
  readonly direction?: FrameDirection;
};

type FrameChange =
  | {
      /** `swap-frames`: behind the next one of its direction. `half-open`: from this one on, no frame arrives in either direction. */
      readonly kind: 'drop-frame' | 'double-frame' | 'swap-frames' | 'half-open';
    }
  | {
      /** It arrives later, by virtual time, and before those behind it. */
      readonly kind: 'delay-frame';
      readonly delayMs: number;
      /** Up to so much more, drawn from the seed. Default: 0. */
      readonly jitterMs?: number;
    }
  | {
      /** The connection is closed in place of the frame. */
      readonly kind: 'close-socket';
      readonly code: number;
      readonly reason?: string;
    };

/** `in`: from the client. */
export const frameDirections = ['in', 'out'] as const;

export type FrameDirection = (typeof frameDirections)[number];

export const upgradeFaultKinds = [
  'refuse-upgrade',
] as const satisfies readonly UpgradeEffect['kind'][];

export const frameFaultKinds = [
  'drop-frame',
  'double-frame',
  'swap-frames',
  'delay-frame',
  'close-socket',
  'half-open',
] as const satisfies readonly FrameEffect['kind'][];

/** The frame that a fault strikes. */
export type StruckFrame = {
  readonly service: string;
  /** Without the prefix of the world and the query. */
  readonly path: string;
  /** The number of the connection among those of its service, from 1; absent if the service counts none. */
  readonly conn?: number;
  readonly direction: FrameDirection;
  /** The number of the frame among those of its direction that faults were tried on, from 1. */
  readonly frame: number;
  /** Of a frame to the client: its place among those that the event sends, from 0. */
  readonly index?: number;
};

/** A frame before it has a number. */
export type TriedFrame = Omit<StruckFrame, 'frame'>;
