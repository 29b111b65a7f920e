// Reads from the traffic of the calendar what its rules observe.

import type { calendar } from '../../../core/index.ts';
import { isObject, objectsIn, type JsonObject } from '../../contracts/shown-session.ts';
import type {
  ExchangeMoment,
  RequestMoment,
  SentRequest,
  WireMoment,
} from '../../contracts/wire-moments.ts';
import type { TrafficSource } from '../service-rules.ts';

type Observation = calendar.CalendarObservation;

/** The observations of one site, moment by moment. */
export function calendarObserver({
  isOfWorld,
}: TrafficSource): (moment: WireMoment) => readonly Observation[] {
  return (moment) => {
    const { n } = moment;
    switch (moment.kind) {
      case 'exchange':
        return answerObservations(moment, isOfWorld);
      case 'request':
        return requestObservations(moment);
      case 'event':
        return moment.stream.startsWith('calendar/') ? [touched(n)] : [];
      case 'operator':
        return [touched(n)];
      case 'webhook':
      case 'outcome':
      case 'socket':
      case 'frame':
      case 'close':
        return [];
    }
  };
}

function touched(n: number, isRemoval = false): Observation {
  return { kind: 'touched', n, isRemoval };
}

function requestObservations(request: RequestMoment): readonly Observation[] {
  const method = methodOf(request);
  return isRead(method) ? [] : [touched(request.n, method === 'DELETE')];
}

function answerObservations(exchange: ExchangeMoment, isOfWorld: boolean): readonly Observation[] {
  const { n, since, status, answer, query } = exchange;
  const path = pathOf(exchange.path);
  if (path === undefined || !isObject(answer)) return [];
  if (status >= 400 && status < 500) {
    return [{ kind: 'refusal', n, since, status, body: answer }, ...answeredOf(exchange, path)];
  }
  if (status < 200 || status > 299) return [];
  const isFiltered = query.has('_fields') || query.has('_fields[]');
  const method = methodOf(exchange);
  const answered = answeredOf(exchange, path);
  const list = answer[path.of];
  if (path.isCollection && isRead(method)) {
    const items = objectsIn(list);
    return [
      ...items.flatMap((one) => postsOf(exchange, { of: path.of, by: 'listed', isOfWorld }, one)),
      ...(isFiltered || !Array.isArray(list) ? [] : [collectionOf(exchange, path.of, answer)]),
    ];
  }
  const by = isRead(method) ? 'read' : path.isCollection ? 'created' : 'written';
  return [...answered, ...postsOf(exchange, { of: path.of, by, isOfWorld }, answer)];
}

interface CalendarPath {
  readonly of: calendar.CollectionName;
  readonly isCollection: boolean;
  readonly id: number | undefined;
}

const collectionPath =
  /\/(events|venues|organizers|categories|tags)(?:\/(\d+)|(\/by-slug\/[^/]+))?\/?$/;

function pathOf(path: string): CalendarPath | undefined {
  const [, name, id, slug] = collectionPath.exec(path) ?? [];
  if (name === undefined) return undefined;
  return {
    of: name as calendar.CollectionName,
    isCollection: id === undefined && slug === undefined,
    id: id === undefined ? undefined : Number(id),
  };
}

/** POST may stand for another method, in its query or a header. */
function methodOf({ method, query, headers }: SentRequest | ExchangeMoment): string {
  if (method !== 'POST') return method;
  return (query.get('_method') ?? headers['x-http-method-override'] ?? method).toUpperCase();
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function answeredOf(exchange: ExchangeMoment, { of, id }: CalendarPath): readonly Observation[] {
  if (id === undefined) return [];
  const { n, since, status } = exchange;
  const used = methodOf(exchange);
  const method = used === 'GET' || used === 'DELETE' ? used : 'other';
  return [{ kind: 'answered', n, since, of, id, method, status }];
}

interface PostPlace {
  readonly of: calendar.CollectionName;
  readonly by: calendar.PostShown['by'];
  readonly isOfWorld: boolean;
}

/** A record; with an event its venue and organizers. */
function postsOf(
  exchange: ExchangeMoment,
  { of, by, isOfWorld }: PostPlace,
  members: JsonObject,
): readonly calendar.PostShown[] {
  const { n, since, atMs, sinceMs } = exchange;
  const { id, venue, organizer } = members;
  if (typeof id !== 'number') return [];
  const clock = isOfWorld
    ? ([Math.floor(sinceMs / 1_000), Math.floor(atMs / 1_000)] as const)
    : undefined;
  const linked = (name: 'venues' | 'organizers', records: readonly JsonObject[]) =>
    records.flatMap((record) => postsOf(exchange, { of: name, by: 'listed', isOfWorld }, record));
  return [
    { kind: 'post', n, since, of, by, id, members, clock },
    ...(of === 'events'
      ? [
          ...linked('venues', isObject(venue) ? [venue] : []),
          ...linked('organizers', objectsIn(organizer)),
        ]
      : []),
  ];
}

/** Members of a query that select no items. */
const pageNames: ReadonlySet<string> = new Set(['page', 'per_page']);

function collectionOf(
  { n, since, atMs, query, answerHeaders }: ExchangeMoment,
  of: calendar.CollectionName,
  answer: JsonObject,
): calendar.CollectionShown {
  const own = queryIn(answer['rest_url']);
  const perPage = countIn(own?.get('per_page')) ?? countIn(query.get('per_page'));
  return {
    kind: 'collection',
    n,
    since,
    atMs,
    of,
    filters: JSON.stringify([...(own ?? query)].filter(([name]) => !pageNames.has(name))),
    statuses: statusesIn(query),
    isSortedOtherwise: [...query.keys()].some((name) =>
      /^(include|orderby|order)(\[|$)/.test(name),
    ),
    isSearch: query.has('search'),
    page: countIn(query.get('page')) ?? 1,
    perPage,
    items: objectsIn(answer[of]),
    total: answer['total'],
    totalPages: answer['total_pages'],
    headers: {
      total: answerHeaders['x-tec-total'],
      totalPages: answerHeaders['x-tec-totalpages'],
    },
    links: { next: pageOf(answer['next_rest_url']), previous: pageOf(answer['previous_rest_url']) },
  };
}

function queryIn(url: unknown): URLSearchParams | undefined {
  if (typeof url !== 'string') return undefined;
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

function pageOf(url: unknown): number | undefined {
  const query = queryIn(url);
  return query === undefined ? undefined : (countIn(query.get('page')) ?? 1);
}

function countIn(text: string | null | undefined): number | undefined {
  const value = Number(text ?? '');
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/** The statuses of a query, as a list or separated by commas. */
function statusesIn(query: URLSearchParams): readonly string[] | undefined {
  const given = [...query].filter(([name]) => /^status(\[\w*\])?$/.test(name));
  if (given.length === 0) return undefined;
  return given.flatMap(([, value]) => value.split(',')).map((status) => status.trim());
}
