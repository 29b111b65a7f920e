// Sends the events of a world as server-sent events, with a heartbeat while no event arrives.

import type { Envelope, HistoryQuery, World } from '../../core/index.ts';
import type { StreamSlot } from '../contracts/control-call.ts';
import { heartbeat, heartbeatMs } from '../protocol/limits.ts';

/** What is sent, read a page at a time, so that a slow client causes no backlog. */
type Pages<Item> = AsyncIterableIterator<readonly Item[], undefined>;

/**
 * Server-sent events, until the stream is ended or the world is removed. The id of `resumableAt` comes first, so that a client can
 * resume before it has received an event. Throws StoreError if the events cannot be read.
 */
export function eventTexts(
  world: World,
  query: HistoryQuery,
  slot: StreamSlot,
  resumableAt?: number,
): AsyncGenerator<string, void, void> {
  const print = ({ position, text }: Envelope) => message(eventId(position, world), text);
  const first = resumableAt === undefined ? undefined : eventId(resumableAt, world);
  return pageTexts(world.historyPages(query), print, slot, first);
}

/** As `eventTexts`, of any items. `resumableAt`: the id to resume from before the first one. */
export async function* pageTexts<Item>(
  pages: Pages<Item>,
  print: (item: Item) => string,
  { ended, end }: StreamSlot,
  resumableAt?: string,
): AsyncGenerator<string, void, void> {
  let isQuiet = false;
  let wake: () => void = () => undefined;
  const quiet = setTimeout(() => {
    isQuiet = true;
    wake();
  }, heartbeatMs);
  const stop = () => void pages.return?.();
  ended.addEventListener('abort', stop);
  try {
    if (resumableAt !== undefined) yield `id: ${resumableAt}\n\n`;
    let next: Promise<IteratorResult<readonly Item[]>> | undefined;
    while (!ended.aborted) {
      next ??= pages.next();
      const silence = new Promise<undefined>((resolve) => (wake = () => resolve(undefined)));
      const page = isQuiet ? undefined : await Promise.race([next, silence]);
      if (page?.done === true) return;
      yield page === undefined ? heartbeat : page.value.map((it) => print(it)).join('');
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

/** One message without an event name, so that `onmessage` of an EventSource receives it. The text has no line breaks. */
export function message(id: string, text: string): string {
  return `id: ${id}\ndata: ${text}\n\n`;
}

/** The place of an event or input in a world that may be reset. */
export function eventId(place: number, { record: { resets } }: Pick<World, 'record'>): string {
  return resets === undefined ? `${place}` : `${place}-${resets}`;
}
