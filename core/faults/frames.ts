// Which frames of a WebSocket a fault strikes: a function of the fault and of the frame's number on its connection. Frames pass
// without an input each; only a strike is one.

import type { Hash } from '../kernel/digest.ts';
import { createRng } from '../kernel/rng.ts';
import { isChosen, isInTime } from './condition.ts';
import type { Fault } from './records/fault.ts';
import type { FrameDirection, FrameEffect } from './records/socket-effect.ts';

export interface FrameFault extends Fault {
  readonly effect: FrameEffect;
}

/** The constants of a connection. */
export interface FrameSource {
  /** That of the world. */
  readonly seed: string;
  readonly hash: Hash;
  /** See StruckFrame. */
  readonly conn: number | undefined;
}

/** Whether a fault is for the frames of a direction of a connection, at an instant. */
export function isForFrames(
  { conn, effect, when }: FrameFault,
  source: Pick<FrameSource, 'conn'>,
  direction: FrameDirection,
  nowMs: number,
): boolean {
  const isOfConnection = conn === undefined || conn === source.conn;
  return isOfConnection && (effect.direction ?? direction) === direction && isInTime(when, nowMs);
}

/**
 * Whether a fault strikes the next frame that it matches. `tried`: how many it matched on this connection before. `unreported`:
 * its strikes that the state does not have yet.
 */
export function strikesFrame(
  { id, when, struck }: FrameFault,
  { seed, hash, conn = 0 }: FrameSource,
  tried: number,
  unreported: number,
): boolean {
  if (when.count !== undefined && struck + unreported >= when.count) return false;
  return isChosen(when, tried, () => createRng(hash, seed, `fault/${id}/${conn}/${tried}`));
}
