// When a service that goes on with a played socket has answered what the recording has answers to.

import { clearTimeout, setTimeout } from '../../host-timers.ts';
import { WebSocket } from 'ws';

/** How long a service may take for its next frame. Some close sockets without audio after ten seconds. */
const silenceMsMax = 5_000;

/**
 * Resolves once a service has sent as many data frames as the client was played, or no further one for some seconds, or its socket has
 * closed. Services cut audio as they like, and transcripts are not the same each time, so the number can be another one.
 */
export function answeredAsPlayed(
  service: WebSocket,
  playedCount: number,
  silenceMs: number = silenceMsMax,
): Promise<void> {
  return new Promise((resolve) => {
    let missing = playedCount;
    let timer: NodeJS.Timeout | undefined;
    const done = () => {
      clearTimeout(timer);
      service.off('message', onMessage).off('close', done);
      resolve();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(done, silenceMs);
    };
    const onMessage = () => {
      missing -= 1;
      if (missing > 0) wait();
      else done();
    };
    if (playedCount === 0 || service.readyState === WebSocket.CLOSED) return done();
    service.on('message', onMessage).once('close', done);
    wait();
  });
}
