// Which faults may strike a frame of a WebSocket.

import type { Fault, FaultEffect } from './records/fault.ts';
import { frameFaultKinds, type FrameEffect, type TriedFrame } from './records/socket-effect.ts';

export interface FrameFault extends Fault {
  readonly effect: FrameEffect;
}

export function isFrameEffect(effect: FaultEffect): effect is FrameEffect {
  return (frameFaultKinds as readonly string[]).includes(effect.kind);
}

/** Whether a fault is for the frames of this connection and direction. */
export function isForFrame(
  { conn, effect }: FrameFault,
  frame: Pick<TriedFrame, 'conn' | 'direction'>,
): boolean {
  const isOfConnection = conn === undefined || conn === frame.conn;
  return isOfConnection && (effect.direction ?? frame.direction) === frame.direction;
}
