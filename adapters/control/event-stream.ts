// The events of a world as a stream without end, in the form of server-sent events. It is pulled: a cursor reads pages from
// the store and waits at the end for what is stored next, so that nothing piles up for a slow reader.

import type { Envelope, Event, EventQuery, EventStore, World } from '../../core/index.ts';
import { eventsReadMax, heartbeatMs } from '../http/limits.ts';
import type { StreamPlace } from '../contracts/control-call.ts';

/** What is told to a reader of whom there was nothing to tell; a comment, which clients skip. */
export const heartbeat = ': still here\n\n';

/**
 * Texts to write, from position `from` on; at the end of the log it waits. Goes on until the place is ended, or the world is
 * gone. Throws StoreError if the events cannot be read.
 */
export async function* eventTexts(
  store: EventStore,
  world: World,
  { from, type, stream }: Omit<EventQuery, 'limit'>,
  { ended, end }: StreamPlace,
): AsyncGenerator<string, void, void> {
  let next = from;
  /** Up to here everything is in the store. */
  let stored = 0;
  let isQuiet = false;
  let wake: () => void = () => undefined;
  const stopWaiting = () => wake();
  const subscription = world.entries$.subscribe({
    next({ events }) {
      stored = Math.max(stored, events.at(-1)?.position ?? 0);
      wake();
    },
    complete: end,
    error: end,
  });
  const quiet = setTimeout(() => {
    isQuiet = true;
    wake();
  }, heartbeatMs);
  ended.addEventListener('abort', stopWaiting);
  try {
    stored = Math.max(stored, (await world.describe()).position);
    while (!ended.aborted) {
      if (isQuiet) {
        yield heartbeat;
        isQuiet = false;
        quiet.refresh();
      } else if (next > stored) {
        await new Promise<void>((resolve) => (wake = resolve));
      } else {
        const seen = stored;
        const query = { from: next, limit: eventsReadMax, type, stream };
        const events = await store.events(world.record.name, query);
        const last = events.at(-1)?.position ?? 0;
        // A page that is not full has seen all up to the end, also what the filter left out.
        next = 1 + (events.length < eventsReadMax ? Math.max(seen, last) : last);
        if (events.length === 0) continue;
        yield events.map((event) => printEvent(event, world.record.resets)).join('');
        isQuiet = false;
        quiet.refresh();
      }
    }
  } finally {
    clearTimeout(quiet);
    subscription.unsubscribe();
    ended.removeEventListener('abort', stopWaiting);
    end();
  }
}

/** Without an event name, so that `onmessage` of an EventSource gets it. The text is canonical, so it has no line break. */
function printEvent({ position, text }: Envelope<Event>, resets: number | undefined): string {
  const id = resets === undefined ? `${position}` : `${position}-${resets}`;
  return `id: ${id}\ndata: ${text}\n\n`;
}
