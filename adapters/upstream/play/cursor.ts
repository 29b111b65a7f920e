// Where a client is in a recording: which recorded request a live one is, and which come next.
//
// Recorded writes cut the recording into parts. A write that is found opens the part after it. A read is answered as the next equal one
// of the current part was; the last answer of the part repeats, so a client may read more often than the recorded one. Without an
// equal read in the part, the state is that of the last one before it.

import { fieldRemover } from '../../recording/diff/ignored-fields.ts';
import type { FieldDifference } from '../../recording/differences/difference.ts';
import { withoutIds } from '../../recording/diff/id-pairs.ts';
import { nearestRoute } from '../../nearest-route.ts';
import { ClientValues, hasIdempotencyKey, type Comparison } from './client-values.ts';
import {
  isWrite,
  requestContent,
  type ComparedRequest,
  type RequestContent,
} from './request-content.ts';
import type {
  RecordedRequest,
  RecordedSocket,
  RecordedStart,
  RecordedWebhook,
  Traffic,
} from '../traffic.ts';
import type { CursorPlace } from '../relay/destination.ts';

/** No recorded request is like a live one. */
export interface Miss {
  /** The recorded one that is most like it, if any is. */
  readonly nearest: RecordedRequest | RecordedSocket | undefined;
  /** Recorded and live values, by path. */
  readonly differences: readonly FieldDifference[];
  /** An equal one was recorded, but not as often. */
  readonly isUsedUp: boolean;
}

export type Found<Recorded> =
  | {
      readonly kind: 'found';
      readonly recorded: Recorded;
      readonly webhooks: readonly RecordedWebhook[];
    }
  | ({ readonly kind: 'miss' } & Miss);

interface Candidate<Recorded extends RecordedStart> {
  readonly recorded: Recorded;
  readonly content: RequestContent;
  /** Its method and path without ids. */
  readonly route: string;
  readonly isWrite: boolean;
  /** The number of writes before it in the recording. */
  readonly part: number;
  isUsed: boolean;
}

export interface CursorOptions {
  /** Paths of fields that do not count. */
  readonly ignored?: readonly string[];
}

export class Cursor {
  /** Keys of the client, which answers and frames repeat. */
  readonly values = new ClientValues();
  /** The request or socket that its client came to last. */
  readonly place: CursorPlace = { entry: 0 };
  #furthest = -1;
  readonly #requests: readonly Candidate<RecordedRequest>[];
  readonly #sockets: readonly Candidate<RecordedSocket>[];
  readonly #webhooks: { readonly webhook: RecordedWebhook; readonly part: number }[];
  readonly #withoutIgnored: (value: unknown) => unknown;
  #part = 0;

  constructor({ requests, sockets, webhooks }: Traffic, { ignored = [] }: CursorOptions = {}) {
    this.#withoutIgnored = fieldRemover(ignored);
    const partOf = partsBy(requests);
    const candidate = <Recorded extends RecordedRequest | RecordedSocket>(
      recorded: Recorded,
      content: RequestContent,
    ): Candidate<Recorded> => ({
      recorded,
      content,
      route: withoutIds(routeOf(content)),
      isWrite: isWrite(content),
      part: partOf(recorded),
      isUsed: false,
    });
    this.#requests = requests.map((recorded) => candidate(recorded, requestContent(recorded)));
    this.#sockets = sockets.map((recorded) => candidate(recorded, socketContent(recorded)));
    this.#webhooks = webhooks.map((webhook) => ({ webhook, part: partOf(webhook) }));
  }

  /** Finds the recorded request that a live one is, and the webhooks that follow it. */
  find(live: ComparedRequest): Found<RecordedRequest> {
    const content = requestContent(live);
    const equal = this.#equalTo(content, this.#requests);
    const candidate = isWrite(content) ? this.#nextWrite(equal, content) : this.#nextRead(equal);
    if (candidate === undefined) return this.#miss(content, this.#requests, equal.length > 0);
    this.#take(candidate, content);
    if (candidate.isWrite) this.#part = Math.max(this.#part, candidate.part + 1);
    return { kind: 'found', recorded: candidate.recorded, webhooks: this.#dueWebhooks() };
  }

  /** Finds the recorded socket that a live one is: the next one at its path and query. */
  open(live: Omit<ComparedRequest, 'method' | 'content'>): Found<RecordedSocket> {
    const content = socketContent(live);
    const equal = this.#equalTo(content, this.#sockets);
    const candidate = equal.find(({ isUsed }) => !isUsed);
    if (candidate === undefined) return this.#miss(content, this.#sockets, equal.length > 0);
    this.#take(candidate, content);
    return { kind: 'found', recorded: candidate.recorded, webhooks: this.#dueWebhooks() };
  }

  /** What no client has asked for, in the order of the recording. */
  unused(): readonly (RecordedRequest | RecordedSocket)[] {
    return [...this.#requests, ...this.#sockets]
      .filter(({ isUsed }) => !isUsed)
      .map(({ recorded }) => recorded)
      .sort((one, other) => one.place - other.place);
  }

  #equalTo<Recorded extends RecordedStart>(
    live: RequestContent,
    candidates: readonly Candidate<Recorded>[],
  ): readonly Candidate<Recorded>[] {
    // Most are at another path, of which only the ids may differ: bodies are compared last.
    const own = withoutIds(routeOf(live));
    return candidates.filter(
      ({ content, route }) =>
        route === own && this.#compare(content, live).differences.length === 0,
    );
  }

  #compare(recorded: RequestContent, live: RequestContent): Comparison {
    return this.values.compare(this.#withoutIgnored(recorded), this.#withoutIgnored(live));
  }

  #take<Recorded extends RecordedStart>(
    candidate: Candidate<Recorded>,
    live: RequestContent,
  ): void {
    candidate.isUsed = true;
    this.values.learn(this.#compare(candidate.content, live).pairs);
    const { n, place } = candidate.recorded;
    if (place <= this.#furthest) return; // a read may come again
    this.#furthest = place;
    this.place.entry = n;
  }

  /** The next one; or the one that a client sends again, by its idempotency key. */
  #nextWrite<Recorded extends RecordedStart>(
    equal: readonly Candidate<Recorded>[],
    live: RequestContent,
  ) {
    const next = equal.find(({ isUsed }) => !isUsed);
    return next ?? (hasIdempotencyKey(live) ? equal.at(-1) : undefined);
  }

  #nextRead<Recorded extends RecordedStart>(
    equal: readonly Candidate<Recorded>[],
  ): Candidate<Recorded> | undefined {
    const here = equal.filter(({ part }) => part === this.#part);
    if (here.length > 0) return here.find(({ isUsed }) => !isUsed) ?? here.at(-1);
    return equal.findLast(({ part }) => part < this.#part) ?? equal[0];
  }

  /** The webhooks of the parts up to the current one that were not sent yet. */
  #dueWebhooks(): readonly RecordedWebhook[] {
    const due = this.#webhooks.filter(({ part }) => part <= this.#part);
    this.#webhooks.splice(0, due.length);
    return due.map(({ webhook }) => webhook);
  }

  #miss<Recorded extends RecordedRequest | RecordedSocket>(
    live: RequestContent,
    candidates: readonly Candidate<Recorded>[],
    isUsedUp: boolean,
  ): { readonly kind: 'miss' } & Miss {
    const nearest = this.#nearest(live, candidates);
    if (nearest === undefined) {
      return { kind: 'miss', nearest: undefined, differences: [], isUsedUp };
    }
    const { differences } = this.#compare(nearest.content, live);
    return { kind: 'miss', nearest: nearest.recorded, differences, isUsedUp };
  }

  /** The one with the fewest differing fields among those of the most similar method and path. */
  #nearest<Recorded extends RecordedStart>(
    live: RequestContent,
    candidates: readonly Candidate<Recorded>[],
  ): Candidate<Recorded> | undefined {
    const routes = new Set(candidates.map(({ content }) => routeOf(content)));
    const own = routeOf(live);
    const route = routes.has(own) ? own : nearestRoute(live.method, live.path, [...routes]);
    let nearest: Candidate<Recorded> | undefined;
    let least = Infinity;
    for (const candidate of candidates) {
      if (routeOf(candidate.content) !== route) continue;
      const count = this.#compare(candidate.content, live).differences.length;
      if (count < least) [nearest, least] = [candidate, count];
    }
    return nearest;
  }
}

/** Tells the number of writes before a thing, by its place. */
function partsBy(requests: readonly RecordedRequest[]): (start: RecordedStart) => number {
  const writes = requests.filter(isWrite).map(({ place }) => place);
  return ({ place }) => {
    let [low, high] = [0, writes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((writes[middle] ?? place) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function routeOf({ method, path }: RequestContent): string {
  return `${method} ${path}`;
}

function socketContent({
  url,
  headers,
}: Omit<ComparedRequest, 'method' | 'content'>): RequestContent {
  return requestContent({ method: 'GET', url, headers, content: {} });
}
