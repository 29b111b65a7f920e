// What a fault does to a WebSocket: to its upgrade, to one frame, or from one frame on.

export type SocketEffect =
  | {
      /** An error response in the form of the service, in place of the upgrade. */
      readonly kind: 'refuse-upgrade';
      /** The HTTP status, from 400 to 599. */
      readonly status: number;
      readonly message?: string;
    }
  | FrameEffect;

export type FrameEffect = (
  | {
      /** `swap-frames`: behind the next one of its direction. `half-open`: from this one on, no frame arrives in either direction. */
      readonly kind: 'drop-frame' | 'double-frame' | 'swap-frames' | 'half-open';
    }
  | {
      /** It arrives later, by virtual time, and the frames behind it with it. */
      readonly kind: 'delay-frame';
      readonly delayMs: number;
      /** Up to so much more, drawn from the seed. Default: 0. */
      readonly jitterMs?: number;
    }
  | {
      /** The server closes the connection in place of the frame. */
      readonly kind: 'close-socket';
      readonly code: number;
      readonly reason?: string;
    }
) & {
  /** Of the frames: `in` comes from the client. Default: both. */
  readonly direction?: FrameDirection;
};

export const frameDirections = ['in', 'out'] as const;

export type FrameDirection = (typeof frameDirections)[number];

export const frameFaultKinds = [
  'drop-frame',
  'double-frame',
  'delay-frame',
  'swap-frames',
  'close-socket',
  'half-open',
] as const satisfies readonly FrameEffect['kind'][];

/** The frame that a fault strikes. */
export type StruckFrame = {
  readonly service: string;
  /** Without the prefix of the world and the query. */
  readonly path: string;
  /** The number of the connection in its world, from 1. */
  readonly conn: number;
  readonly direction: FrameDirection;
  /** The number of the frame in its direction, from 1. */
  readonly frame: number;
};
