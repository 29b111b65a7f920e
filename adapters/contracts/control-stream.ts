// The answer of control routes that send server-sent events.

import type { HttpResponse } from '../protocol/messages.ts';
import type { StreamSlot } from './control-call.ts';

/** Sends texts until they end, the client is gone, or the slot is ended; the slot is free then. `texts` begins the work. */
export function streamAnswer(slot: StreamSlot, texts: () => AsyncIterable<string>): HttpResponse {
  async function* sent() {
    try {
      yield* texts();
    } finally {
      slot.end();
    }
  }
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
    stream(gone) {
      if (gone.aborted) slot.end();
      gone.addEventListener('abort', slot.end, { once: true });
      return sent();
    },
  };
}
