// The exchanges of a world on a server, as they are answered: those of its running recording, which are whole; else those of the
// request journal.

import {
  auditTime,
  catchError,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  from as streamOf,
  map,
  scan,
  switchMap,
  timer,
  type Observable,
} from 'rxjs';
import type { JournaledRequest } from '../../../client/control-types.ts';
import type { WorldClient } from '../../../client/index.ts';
import type { Exchange } from '../../story/story.ts';
import { exchangeOf } from './journaled-exchange.ts';

/** Between two reads, in ms. */
const readEveryMs = 1_000;
/** Between two lists of a recording, in ms. */
const showEveryMs = 200;
/** The newest exchanges of the request journal that the page has, more than a server has. */
export const knownExchangesMax = 10_000;
/** As `after`, it reads the state of the recording alone. */
const afterAll = 999_999_999_999;

type ExchangeWorld = Pick<WorldClient, 'recording' | 'requests' | 'recordedExchanges$'>;

/** All that are known, each time that there are others, without end. `isWanted`: false while the page is hidden. */
export function knownExchanges$(
  world: ExchangeWorld,
  isWanted: () => boolean,
): Observable<readonly Exchange[]> {
  let journaled: readonly Exchange[] = [];
  let since = 0;
  const journaled$ = defer(() => streamOf(world.requests.list({ since }))).pipe(
    filter(({ requests }) => requests.length > 0),
    map(({ requests }) => {
      const open = requests.find((request) => isOpen(request));
      since = open === undefined ? (requests.at(-1)?.n ?? since) : open.n - 1;
      journaled = withNews(
        journaled,
        requests.map((request) => exchangeOf(request)),
      );
      return journaled;
    }),
  );
  const read$ = defer(() => streamOf(world.recording.exchanges({ after: afterAll }))).pipe(
    switchMap(({ recording }) =>
      recording?.state === 'recording' ? recorded$(world) : journaled$,
    ),
    catchError(() => {
      [journaled, since] = [[], 0]; // a server that starts again counts from 1
      return EMPTY;
    }),
  );
  return timer(0, readEveryMs).pipe(
    filter(() => isWanted()),
    exhaustMap(() => read$),
  );
}

/** Whether it changes yet. */
const isOpen = ({ status, socket }: JournaledRequest) =>
  status === null || socket?.state === 'open';

/** Until the recording ends. */
function recorded$(world: ExchangeWorld): Observable<readonly Exchange[]> {
  return world.recordedExchanges$().pipe(
    scan((known, exchange) => known.set(exchange.n, exchange), new Map<number, Exchange>()),
    auditTime(showEveryMs),
    map((known) => [...known.values()].toSorted((one, other) => one.n - other.n)),
  );
}

/** `news` are in order, and replace those from their first on. */
export function withNews(
  known: readonly Exchange[],
  news: readonly Exchange[],
): readonly Exchange[] {
  const first = news[0]?.n ?? Infinity;
  return [...known.filter(({ n }) => n < first), ...news].slice(-knownExchangesMax);
}
