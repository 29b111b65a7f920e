// Ends a connection to a client as that of the service ended.

import type { ServerResponse } from 'node:http';

/** A reset before an answer; within one its connection ends after what was written, which a reset could discard. */
export function breakOff(response: ServerResponse): void {
  const socket = response.socket;
  if (response.headersSent) socket?.destroySoon();
  else socket?.resetAndDestroy();
}
