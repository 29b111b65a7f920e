// Bounds the number of open streams, and ends them when the server stops.

import { OverloadError } from '../../core/index.ts';
import type { OpenStreams, StreamPlace } from '../contracts/control-call.ts';
import { eventStreamsMax } from '../http/limits.ts';

export function createOpenStreams(stopping: AbortSignal): OpenStreams {
  const places = new Set<StreamPlace>();
  stopping.addEventListener('abort', () => {
    for (const place of places) place.end();
  });
  return {
    open() {
      if (stopping.aborted) throw new OverloadError('The server is stopping.');
      if (places.size >= eventStreamsMax) {
        throw new OverloadError(`The limit of ${eventStreamsMax} open event streams is reached.`);
      }
      const ending = new AbortController();
      const place = {
        ended: ending.signal,
        end() {
          places.delete(place);
          ending.abort();
        },
      };
      places.add(place);
      return place;
    },
  };
}
