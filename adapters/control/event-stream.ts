// Sends the events of a world as server-sent events, with a heartbeat while no event arrives.

import type { Envelope, HistoryQuery, World } from '../../core/index.ts';
import { ControlError } from '../contracts/control-call.ts';
import type { LastEventId } from './wire/events.ts';
import { heartbeat, heartbeatMs } from '../protocol/limits.ts';

/** What is sent, read a page at a time, so that a slow client causes no backlog. */
type Pages<Item> = AsyncIterableIterator<readonly Item[], undefined>;

/**
 * Server-sent events, until the stream is ended or the world is removed. The id `resumableAt` comes first, so that a client can
 * resume before it has received an event. Throws StoreError if the events cannot be read.
 */
export function eventTexts(
  world: World,
  query: HistoryQuery,
  ended: AbortSignal,
  resumableAt?: string,
): AsyncGenerator<string, void, void> {
  const print = ({ position, text }: Envelope) => message(eventId(position, world), text);
  return pageTexts(world.historyPages(query), print, ended, resumableAt);
}

/** As `eventTexts`, of any items. `resumableAt`: the id to resume from before the first one. */
export async function* pageTexts<Item>(
  pages: Pages<Item>,
  print: (item: Item) => string,
  ended: AbortSignal,
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

/** Where a stream begins: the first place to send, and the id to resume from before it. */
export interface StreamStart {
  readonly from: number;
  readonly resumableAt: string;
}

/**
 * After the place of `lastId`, and not before `from`. `last`: the place that the world is at; `has` says so, for the error. Throws
 * ControlError 409 if the world has no place of that id.
 */
export function resumedFrom(
  world: Pick<World, 'record'>,
  from: number,
  lastId: LastEventId | undefined,
  last: number,
  has: string,
): StreamStart {
  const { name, resets = 0 } = world.record;
  if (lastId !== undefined && (lastId.resets !== resets || lastId.position > last)) {
    throw new ControlError(
      409,
      'position-unknown',
      `World '${name}' ${has}: it was reset, or the id is of another world. Connect again without Last-Event-ID.`,
    );
  }
  const first = Math.max(from, (lastId?.position ?? 0) + 1);
  return { from: first, resumableAt: eventId(Math.min(first - 1, last), world) };
}
