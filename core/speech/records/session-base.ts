// What the sessions of all channels have in common.

import type { Millis } from '../../kernel/brand.ts';

/** Limits of a session: settings of the world when it was opened. */
export type SessionLimits = {
  /** Without a frame for this long, the session ends; null: never. */
  readonly idleMs: number | null;
  /** Characters of text in a minute; null: any number. */
  readonly charactersPerMinute: number | null;
};

export interface SessionBase {
  /** Also the id of the request on the wire. */
  readonly id: string;
  readonly openedMs: Millis;
  readonly limits: SessionLimits;
  readonly modelUuid: string;
}

/** All audio that a session has received. */
export type ReceivedAudio = {
  /** Of each channel. */
  readonly samples: number;
  /** In Hz; 0 until it is known. */
  readonly sampleRate: number;
  /** As they were sent; 0 until they are known. */
  readonly channels: number;
  /** Whole 10 ms of each channel. */
  readonly hops: number;
  /** The hash of all bytes, as hex. */
  readonly sha256: string;
};
