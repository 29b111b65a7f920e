// A connection of a service, as faults of frames see it. Other connections have no row.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { FrameDirection, StruckFrame, TriedFrame } from './socket-effect.ts';

export interface TriedConnection {
  /** See `connectionId`. */
  readonly id: string;
  /** The frames of each direction that faults were tried on. */
  readonly frames: Readonly<Record<FrameDirection, number>>;
  /** The frames that each fault was tried on, by its id. */
  readonly tried: Readonly<Record<string, number>>;
  /** No frame passes any more, in either direction: no fault is tried. */
  readonly isCut: boolean;
}

/** `speech/1`; connections that their service does not number count as one. */
export function connectionId({ service, conn = 0 }: Pick<TriedFrame, 'service' | 'conn'>): string {
  return `${service}/${conn}`;
}

export function newConnection(id: string): TriedConnection {
  return { id, frames: { in: 0, out: 0 }, tried: {}, isCut: false };
}

/** The frame with the number that it has on its connection. */
export function numbered(frame: TriedFrame, { frames }: TriedConnection): StruckFrame {
  const { service, path, conn, direction, index } = frame;
  const number = frames[direction] + 1;
  return { service, path, direction, frame: number, ...omitUndefined({ conn, index }) };
}

/** The connection after a fault was tried on a frame. */
export function withTry(
  { id, frames, tried, isCut }: TriedConnection,
  faultId: string,
  { direction, frame }: StruckFrame,
  cuts: boolean,
): TriedConnection {
  const count = (tried[faultId] ?? 0) + 1;
  return {
    id,
    frames: { ...frames, [direction]: frame },
    tried: { ...tried, [faultId]: count },
    isCut: isCut || cuts,
  };
}

/** The connection without the tries of a fault that is gone: another may have its id. */
export function withoutFault(connection: TriedConnection, faultId: string): TriedConnection {
  const { [faultId]: _gone, ...tried } = connection.tried;
  return { ...connection, tried };
}
