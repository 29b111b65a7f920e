// Where a client is in a recording: which recorded request a live one is, and which come next.
//
// Recorded writes cut the recording into parts. A write that is found opens the part after it. A read is answered as the next equal one
// of the current part was; the last answer of the part repeats, so a client may read more often than the recorded one. Without an
// equal read in the part, it is one that was not asked for yet: clients that speak at once may come in another order. An answer that
// was given before a write is never given again after it. After a write that another server has answered, no read is in the recording
// until the next write that is.

import type { FieldDifference } from '../../recording/differences/difference.ts';
import { nearestRoute } from '../../nearest-route.ts';
import { socketRequest, type MatchCandidate, type Candidates } from './candidates.ts';
import { ClientValues, hasIdempotencyKey, type Comparison } from './client-values.ts';
import { ComparableRequest, isWrite, type ComparedRequest } from './request-content.ts';
import { isKeyName } from '../../recording/diff/volatile.ts';
import type {
  RecordedRequest,
  RecordedSocket,
  RecordedStart,
  RecordedWebhook,
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

/** A candidate that is equal to a live request, and the new pairs of keys. */
interface Match<Recorded extends RecordedStart> extends Pick<Comparison, 'pairs'> {
  readonly candidate: MatchCandidate<Recorded>;
}

export class Cursor {
  /** Keys of the client, which answers and frames repeat. */
  readonly values = new ClientValues();
  /** The request or socket that its client came to last. */
  readonly place: CursorPlace = { entry: 0 };
  #furthest = -1;
  readonly #candidates: Candidates;
  readonly #used = new Set<unknown>();
  /** Of a live request with its candidates: a miss needs those that differ again. */
  readonly #comparisons = new WeakMap<ComparableRequest, Map<unknown, Comparison>>();
  /** What was not sent yet, in order. */
  #webhooks: Candidates['webhooks'];
  /** The parts whose writes were found; the first one has none. */
  readonly #opened = new Set([0]);
  #part = 0;
  /** Whether another server has answered a write after those of the recording. */
  #hasLeft = false;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
    this.#webhooks = candidates.webhooks;
  }

  /** Finds the recorded request that a live one is, and the webhooks that follow it. */
  find(live: ComparedRequest): Found<RecordedRequest> {
    const { requests, withoutIgnored } = this.#candidates;
    const request = new ComparableRequest(live, withoutIgnored);
    const equal = this.#equalTo(request, requests);
    const match = request.isWrite ? this.#nextWrite(equal, request) : this.#nextRead(equal);
    if (match === undefined) return this.#miss(request, requests, equal.length > 0);
    this.#take(match);
    const { recorded, part } = match.candidate;
    if (request.isWrite) {
      this.#part = Math.max(this.#part, part + 1);
      this.#opened.add(part + 1);
      this.#hasLeft = false;
    }
    return { kind: 'found', recorded, webhooks: this.#dueWebhooks() };
  }

  /** Another server answers a request that was not found. */
  leave(method: string): void {
    if (isWrite({ method })) this.#hasLeft = true;
  }

  /** Finds the recorded socket that a live one is: the next one at its path and query. */
  open(live: Omit<ComparedRequest, 'method' | 'content'>): Found<RecordedSocket> {
    const { sockets, withoutIgnored } = this.#candidates;
    const request = new ComparableRequest(socketRequest(live), withoutIgnored);
    const equal = this.#equalTo(request, sockets);
    const match = equal.find(this.#isUnused);
    if (match === undefined) return this.#miss(request, sockets, equal.length > 0);
    this.#take(match);
    return { kind: 'found', recorded: match.candidate.recorded, webhooks: this.#dueWebhooks() };
  }

  /**
   * Finds another recorded socket that a live one can be, if it is not the one that was found for it: the next one at its path and query
   * that is like it.
   */
  reopen(
    live: Omit<ComparedRequest, 'method' | 'content'>,
    found: RecordedSocket,
    isLike: (recorded: RecordedSocket) => boolean,
  ): RecordedSocket | undefined {
    const { sockets, withoutIgnored } = this.#candidates;
    const request = new ComparableRequest(socketRequest(live), withoutIgnored);
    const match = this.#equalTo(request, sockets).find(
      (one) => this.#isUnused(one) && isLike(one.candidate.recorded),
    );
    if (match === undefined) return undefined;
    this.#used.delete(sockets.find(({ recorded }) => recorded === found));
    this.#take(match);
    return match.candidate.recorded;
  }

  /** What no client has asked for, in the order of the recording. */
  unused(): readonly (RecordedRequest | RecordedSocket)[] {
    const { requests, sockets } = this.#candidates;
    return [...requests, ...sockets]
      .filter((candidate) => !this.#used.has(candidate))
      .map(({ recorded }) => recorded)
      .sort((one, other) => one.place - other.place);
  }

  readonly #isUnused = ({ candidate }: { readonly candidate: unknown }): boolean =>
    !this.#used.has(candidate);

  #equalTo<Recorded extends RecordedStart>(
    live: ComparableRequest,
    candidates: readonly MatchCandidate<Recorded>[],
  ): readonly Match<Recorded>[] {
    const equal: Match<Recorded>[] = [];
    for (const candidate of candidates) {
      // Most are at another path, of which only the ids may differ: bodies are compared last.
      if (candidate.request.anyRoute !== live.anyRoute) continue;
      const { differences, pairs } = this.#compare(candidate, live);
      if (differences.length === 0) equal.push({ candidate, pairs });
    }
    return equal;
  }

  #compare(candidate: MatchCandidate<RecordedStart>, live: ComparableRequest): Comparison {
    const known = this.#comparisons.get(live) ?? new Map<unknown, Comparison>();
    this.#comparisons.set(live, known);
    let comparison = known.get(candidate);
    if (comparison === undefined) {
      comparison = this.values.compare(...candidate.request.valuesBeside(live));
      known.set(candidate, comparison);
    }
    return comparison;
  }

  #take({ candidate, pairs }: Match<RecordedStart>): void {
    this.#used.add(candidate);
    this.values.learn(pairs);
    const { n, place } = candidate.recorded;
    if (place <= this.#furthest) return; // a read may come again
    this.#furthest = place;
    this.place.entry = n;
  }

  /** The next one; or the one that a client sends again, by its idempotency key. */
  #nextWrite<Recorded extends RecordedStart>(
    equal: readonly Match<Recorded>[],
    live: ComparableRequest,
  ): Match<Recorded> | undefined {
    const next = equal.find(this.#isUnused);
    if (next !== undefined || equal.length === 0) return next;
    return hasIdempotencyKey(live.whole) ? equal.at(-1) : undefined;
  }

  #nextRead<Recorded extends RecordedStart>(
    equal: readonly Match<Recorded>[],
  ): Match<Recorded> | undefined {
    if (this.#hasLeft) return undefined;
    const here = equal.filter(({ candidate }) => candidate.part === this.#part);
    return here.find(this.#isUnused) ?? here.at(-1) ?? equal.find(this.#isUnused);
  }

  /** The webhooks that were not sent yet, of the parts whose writes were found: none follows a write that its client has not made. */
  #dueWebhooks(): readonly RecordedWebhook[] {
    const due = this.#webhooks.filter(({ part }) => this.#opened.has(part));
    if (due.length > 0) this.#webhooks = this.#webhooks.filter((one) => !due.includes(one));
    return due.map(({ webhook }) => webhook);
  }

  #miss<Recorded extends RecordedRequest | RecordedSocket>(
    live: ComparableRequest,
    candidates: readonly MatchCandidate<Recorded>[],
    isUsedUp: boolean,
  ): { readonly kind: 'miss' } & Miss {
    const nearest = this.#nearest(live, candidates);
    if (nearest === undefined) {
      return { kind: 'miss', nearest: undefined, differences: [], isUsedUp };
    }
    const { differences } = this.#compare(nearest, live);
    const counting = differences.filter(({ path }) => !isKeyName(path.split('.').at(-1) ?? ''));
    return {
      kind: 'miss',
      nearest: nearest.recorded,
      differences: counting.length > 0 ? counting : differences,
      isUsedUp,
    };
  }

  /** The one with the fewest differing fields among those of the most similar method and path. */
  #nearest<Recorded extends RecordedStart>(
    live: ComparableRequest,
    candidates: readonly MatchCandidate<Recorded>[],
  ): MatchCandidate<Recorded> | undefined {
    const routes = new Set(candidates.map(({ request }) => request.route));
    const route = routes.has(live.route)
      ? live.route
      : nearestRoute(live.method, live.path, [...routes]);
    let nearest: MatchCandidate<Recorded> | undefined;
    let least = Infinity;
    for (const candidate of candidates) {
      if (candidate.request.route !== route) continue;
      const count = this.#compare(candidate, live).differences.length;
      if (count < least) [nearest, least] = [candidate, count];
    }
    return nearest;
  }
}
