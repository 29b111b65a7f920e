// Bounds the number of open streams, and ends them when the server stops.

import { OverloadError } from '../../core/index.ts';
import type { OpenStreams, StreamSlot } from '../contracts/control-call.ts';
import { eventStreamsMax } from '../protocol/limits.ts';

export function createOpenStreams(stopping: AbortSignal): OpenStreams {
  const slots = new Set<StreamSlot>();
  stopping.addEventListener('abort', () => {
    for (const slot of slots) slot.end();
  });
  return {
    open() {
      if (stopping.aborted) throw new OverloadError('The server is stopping.');
      if (slots.size >= eventStreamsMax) {
        throw new OverloadError(`The limit of ${eventStreamsMax} open event streams is reached.`);
      }
      const ending = new AbortController();
      const slot = {
        ended: ending.signal,
        end() {
          slots.delete(slot);
          ending.abort();
        },
      };
      slots.add(slot);
      return slot;
    },
  };
}
