// How many streams are open at a time, and their end when the server stops.

import { OverloadError } from '../../core/index.ts';
import { eventStreamsMax } from '../http/limits.ts';

/** The place of one stream. */
export interface StreamPlace {
  /** Aborted when the stream is to end, whoever ended it. */
  readonly ended: AbortSignal;
  /** Ends the stream and lets another have its place. */
  readonly end: () => void;
}

export interface OpenStreams {
  /** Takes a place. Throws OverloadError if there is none, or the server stops. */
  readonly open: () => StreamPlace;
}

export function createOpenStreams(stopping: AbortSignal): OpenStreams {
  const places = new Set<StreamPlace>();
  stopping.addEventListener('abort', () => {
    for (const place of places) place.end();
  });
  return {
    open() {
      if (stopping.aborted) throw new OverloadError('The server stops.');
      if (places.size >= eventStreamsMax) {
        throw new OverloadError(
          `There are ${eventStreamsMax} open streams, the most there may be.`,
        );
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
