// The close frame of a session that the service ends.

import type { SessionEnded } from './events.ts';

export type CloseMessage = {
  readonly kind: 'close';
  /** 1005: without a code. */
  readonly code: number;
  readonly reason: string;
};

/** Undefined if the client ended the session. */
export function closeMessage({ by, code, reason }: SessionEnded): CloseMessage | undefined {
  return by === 'client' ? undefined : { kind: 'close', code, reason };
}
