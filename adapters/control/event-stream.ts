// Sends the events of a world as server-sent events, with a heartbeat while no event arrives.

import type { Envelope, HistoryQuery, World } from '../../core/index.ts';
import type { StreamSlot } from '../contracts/control-call.ts';
import { heartbeat, heartbeatMs } from '../protocol/limits.ts';

/**
 * Server-sent events, until the stream is ended or the world is removed. The id of `resumableAt` comes first, so that a client can
 * resume before it has received an event. Reads on demand, so that a slow client causes no backlog. Throws StoreError if the
 * events cannot be read.
 */
export async function* eventTexts(
  world: World,
  query: HistoryQuery,
  { ended, end }: StreamSlot,
  resumableAt?: number,
): AsyncGenerator<string, void, void> {
  const pages = world.historyPages(query);
  let isQuiet = false;
  let wake: () => void = () => undefined;
  const quiet = setTimeout(() => {
    isQuiet = true;
    wake();
  }, heartbeatMs);
  const stop = () => void pages.return?.();
  ended.addEventListener('abort', stop);
  try {
    if (resumableAt !== undefined) yield `id: ${eventId(resumableAt, world)}\n\n`;
    let next: Promise<IteratorResult<readonly Envelope[]>> | undefined;
    while (!ended.aborted) {
      next ??= pages.next();
      const silence = new Promise<undefined>((resolve) => (wake = () => resolve(undefined)));
      const page = isQuiet ? undefined : await Promise.race([next, silence]);
      if (page?.done === true) return;
      yield page === undefined ? heartbeat : page.value.map((it) => printed(it, world)).join('');
      if (page !== undefined) next = undefined;
      isQuiet = false;
      quiet.refresh();
    }
  } finally {
    clearTimeout(quiet);
    ended.removeEventListener('abort', stop);
    stop();
    end();
  }
}

/** Without an event name, so that `onmessage` of an EventSource receives it. Canonical text has no line breaks. */
function printed({ position, text }: Envelope, world: World): string {
  return `id: ${eventId(position, world)}\ndata: ${text}\n\n`;
}

function eventId(position: number, { record: { resets } }: World): string {
  return resets === undefined ? `${position}` : `${position}-${resets}`;
}
