// Ends a connection to a client as that of the service ended.

import type { ServerResponse } from 'node:http';

/** Before the answer: a reset. Within it: closes after all has been written, since a reset could discard some of it. */
export function breakOff(response: ServerResponse): void {
  const socket = response.socket;
  if (response.headersSent) socket?.destroySoon();
  else socket?.resetAndDestroy();
}
