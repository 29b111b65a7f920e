// The streams of a remote world, of the same types as those of a world in this process.

import {
  defer,
  distinctUntilChanged,
  filter,
  from as streamOf,
  map,
  Observable,
  switchMap,
  takeWhile,
} from 'rxjs';
import type {
  Envelope,
  EventOf,
  EventType,
  HistoryQuery,
  wallet,
  World as WorldInProcess,
} from '../../core/index.ts';
import type { JournalEntry, RecordedExchange, TransactionChange } from './control-types.ts';
import { envelopeOf } from './envelope.ts';
import { RepriseError } from './error.ts';
import type { OperationSender } from './send.ts';
import { sentEvents, type Connect, type Reconnection } from './server-sent.ts';

/**
 * Each subscriber has a connection of its own, which is resumed after a disconnect. Streams fail with RepriseError if the first
 * connection fails, or the server does not come back.
 */
export interface WorldStreams {
  /** Events after the position at which the server gets the subscription; completes when the world is removed or reset. */
  readonly events$: WorldInProcess['events$'];
  /** The log from a position on, past and future; ends with `to`, or as `events$`. */
  readonly history$: WorldInProcess['history$'];
  /** Inputs with their events, from this one on, past and future; ends as `events$`. */
  readonly journal$: (from?: number) => Observable<JournalEntry>;
  /** The exchanges of the running recording that entries after this one change, each anew whenever it does; ends with the recording. */
  readonly recordedExchanges$: (after?: number) => Observable<RecordedExchange>;
  /** A transaction as it is now, then after each event, up to its final state. After a disconnect changes may be missing. */
  readonly transactions$: (id: string) => Observable<wallet.TransactionChange>;
}

/** In which transactions do not change any more; as `transitions` of the core, which is large in a browser. */
export const finalStates: ReadonlySet<wallet.TransactionState> = new Set([
  'COMPLETE',
  'FAILED',
  'DENIED',
  'CANCELLED',
]);

export function createStreams(
  w: string,
  { send, openStream }: OperationSender,
  reconnection: Reconnection,
): WorldStreams {
  function history$<Type extends EventType>({
    from = 1,
    to,
    type,
    stream,
  }: HistoryQuery<Type> = {}): Observable<Envelope<EventOf<Type>>> {
    // With an end, events of all kinds are read, since one of another kind may be the last.
    const isOpenEnded = to === undefined;
    const query = {
      from,
      ...(isOpenEnded && type !== undefined ? { type } : {}),
      ...(isOpenEnded && stream !== undefined ? { stream } : {}),
    };
    const log$ = textsOf(
      (lastId, ended) => openStream('listEvents', { path: { w }, query }, lastId, ended),
      reconnection,
    ).pipe(map(envelopeOf));
    return log$.pipe(
      takeWhile(({ position }) => to === undefined || position < to, true),
      filter(
        (it) =>
          (to === undefined || it.position <= to) &&
          (type === undefined || it.event.type === type) &&
          (stream === undefined || it.stream === stream),
      ),
    ) as Observable<Envelope<EventOf<Type>>>;
  }

  return {
    history$,
    events$: defer(() => streamOf(send('getWorld', { path: { w } }))).pipe(
      switchMap(({ position }) => history$({ from: position + 1 })),
    ),
    journal$: (from = 1) =>
      textsOf(
        (lastId, ended) =>
          openStream('readJournal', { path: { w }, query: { from } }, lastId, ended),
        reconnection,
      ).pipe(map((text) => JSON.parse(text) as JournalEntry)),
    recordedExchanges$: (after = 0) =>
      textsOf(
        (lastId, ended) =>
          openStream('listRecordedExchanges', { path: { w }, query: { after } }, lastId, ended),
        reconnection,
      ).pipe(map((text) => JSON.parse(text) as RecordedExchange)),
    transactions$: (id) => {
      const path = { w, id };
      return textsOf(
        (lastId, ended) => openStream('watchTransaction', { path }, lastId, ended),
        reconnection,
      ).pipe(
        map((text) => changeOf(JSON.parse(text) as TransactionChange)),
        distinctUntilChanged(isRepeated),
        takeWhile(({ state }) => !finalStates.has(state), true),
      );
    },
  };
}

/** The data of server-sent events. Completes when the world ends: a server that is asked to resume then refuses. */
function textsOf(connect: Connect, reconnection: Reconnection): Observable<string> {
  return new Observable((subscriber) => {
    const ending = new AbortController();
    let isOpen = false;
    const connected: Connect = async (lastId, ended) => {
      const response = await connect(lastId, ended);
      isOpen = true;
      return response;
    };
    const follow = async () => {
      for await (const { data } of sentEvents(connected, ending.signal, reconnection)) {
        subscriber.next(data);
        if (subscriber.closed) return;
      }
    };
    follow().then(
      () => subscriber.complete(),
      (error: unknown) =>
        isOpen && isEnd(error) ? subscriber.complete() : subscriber.error(error),
    );
    return () => ending.abort();
  });
}

function changeOf({ at, ...change }: TransactionChange): wallet.TransactionChange {
  return { atMs: Date.parse(at), ...change } as object as wallet.TransactionChange;
}

/** After a disconnect the server repeats the present state, with no event. */
const isRepeated = (
  before: wallet.TransactionChange,
  { event, state, attempt }: wallet.TransactionChange,
) => event === undefined && state === before.state && attempt === before.attempt;

const isEnd = (error: unknown) =>
  error instanceof RepriseError &&
  ['world-unknown', 'position-unknown', 'not-recording'].includes(error.code);
