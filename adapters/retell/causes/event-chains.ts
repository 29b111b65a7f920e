// Finds the events of a world that explain a message of a session, with their causes: earlier events, then a request of the session, or
// an act from outside it, such as one of the operator.

import { isRecord } from '../../recording/format/json-values.ts';
import type { ItemRef } from '../../recording/differences/difference.ts';
import { virtualOffset } from '../../recording/format/virtual-time.ts';
import { LiveEventIndex } from './live-event-index.ts';
import type { LiveEvent, LiveHistory } from './live-history.ts';
import type { SessionItem, SessionItems } from './session-items.ts';

/** The most events in a chain of causes. */
const chainEventsMax = 20;
/** Streams whose events follow from frames and webhooks of the session: they have no request, and are not from outside. */
const ofClients = /\/(?:session|notification|callback)\//;

/** What explains a message. */
export interface Explanation {
  /** An event that followed from the session. */
  readonly event?: LiveEvent | undefined;
  /** The last event from outside the session that concerns it. */
  readonly outside?: LiveEvent | undefined;
}

export class EventChains {
  readonly #history: LiveHistory;
  readonly #items: SessionItems;
  readonly #events: LiveEventIndex;
  /** By session: the event that explains its last frame. */
  readonly #lastOfSession = new Map<string, LiveEvent>();

  constructor(history: LiveHistory, items: SessionItems) {
    this.#history = history;
    this.#items = items;
    this.#events = new LiveEventIndex(history.events);
  }

  isNamed(name: string): boolean {
    return this.#events.has(name);
  }

  /**
   * The first event with a value that differs, else the last one, of those that concern the most specific names. Call it for the frames of
   * a session in their order.
   */
  shownBy(
    item: SessionItem,
    groups: readonly (readonly string[])[],
    values: readonly string[],
  ): LiveEvent | undefined {
    for (const names of groups) {
      const own = this.#events.concerning(names).filter((event) => this.#isNewTo(item, event));
      const holding = own.filter((one) => this.#events.holds(one, values));
      const event = item.kind === 'frame' ? this.#nextOfSession(item, holding) : holding[0];
      if (event !== undefined) return event;
      const last = own.at(-1);
      if (item.kind !== 'frame' && last !== undefined) {
        return this.#events.besides(last).findLast((one) => this.#isNewTo(item, one));
      }
    }
    return undefined;
  }

  /** The last event of the entity that concerned names last. */
  lastOfAny(names: readonly string[]): LiveEvent | undefined {
    const last = this.concerning(names).findLast(({ stream }) => !ofClients.test(stream));
    return last === undefined ? undefined : this.#events.besides(last).at(-1);
  }

  /** The events of the session that concern names, in their order. */
  concerning(names: readonly string[]): readonly LiveEvent[] {
    return this.#events.concerning(names).filter((event) => this.#isOfTime(event));
  }

  /** The strike of a fault on a request, if it was struck. */
  strikeOn(item: SessionItem | undefined): Explanation | undefined {
    const { own = [] } = item ?? {};
    return this.#strike(own.map((position) => this.#events.at(position)).find(isStrike));
  }

  /** The first strike of a fault on the frames to the clients of a path. */
  strikeOnFrames(path: string): Explanation | undefined {
    return this.#firstStrike((struck) => struck['path'] === path && struck['direction'] === 'out');
  }

  /** The first strike of a fault on webhooks, by the ids of their notifications. */
  strikeOnWebhooks(ids: readonly string[]): Explanation | undefined {
    return this.#firstStrike(
      ({ notificationId: id }) => typeof id === 'string' && ids.includes(id),
    );
  }

  /** The last event from outside the session that concerns the names of an answer, or has a value that differs. */
  outside(
    item: SessionItem | undefined,
    names: readonly string[],
    values: readonly string[] = [],
  ): LiveEvent | undefined {
    const named = new Set(this.#events.ofStreams(names));
    return this.#history.events.findLast(
      (event) =>
        isKnownTo(item, event) &&
        event.cause === undefined &&
        (named.has(event) || this.#events.holds(event, values)) &&
        this.#isOutside(event) &&
        !ofClients.test(event.stream),
    );
  }

  /** An event, the events that led to it, and the request that began them; then what came from outside. */
  causes({ event, outside }: Explanation): readonly ItemRef[] {
    const chain = event === undefined ? [] : this.#chainOf(event);
    const source = this.#items.sourceOf(chain.at(-1));
    const strike = this.strikeOn(this.#items.at(source?.n));
    const refs = [
      ...chain.map((one) => this.#refOf(one)),
      ...(source === undefined ? [] : [source]),
    ];
    if (strike?.event !== undefined && !chain.includes(strike.event)) {
      refs.push(this.#refOf(strike.event));
    }
    const last = strike?.outside ?? outside;
    if (last !== undefined && !chain.includes(last)) {
      refs.push(this.#refOf(last, ' from outside the session'));
    }
    return refs;
  }

  #firstStrike(
    matches: (struck: Readonly<Record<string, unknown>>) => boolean,
  ): Explanation | undefined {
    const strike = this.#history.events.find((event) => {
      const struck = isStrike(event) ? event.data['request'] : undefined;
      return this.#isOfTime(event) && isRecord(struck) && matches(struck);
    });
    return this.#strike(strike);
  }

  /** With what has added the fault. */
  #strike(event: LiveEvent | undefined): Explanation | undefined {
    if (event === undefined) return undefined;
    const [first] = this.#events.besides(event);
    const isAdded = first !== undefined && first !== event && this.#isOutside(first);
    return { event, outside: isAdded ? first : undefined };
  }

  /** Of the events of a type, as of the first one: the next one after that of the frame before. Frames may repeat a text. */
  #nextOfSession({ session = '' }: SessionItem, events: readonly LiveEvent[]) {
    const [first] = events;
    const after = this.#lastOfSession.get(session)?.position ?? 0;
    const alike = events.filter(({ type }) => type === first?.type);
    const event = alike.find(({ position }) => position > after) ?? alike.at(-1);
    if (event !== undefined) this.#lastOfSession.set(session, event);
    return event;
  }

  /** Whether it is of the session. */
  #isNewTo(item: SessionItem, event: LiveEvent): boolean {
    return this.#isOfTime(event) && isKnownTo(item, event);
  }

  #isOfTime({ position }: LiveEvent): boolean {
    return position > this.#history.startPosition;
  }

  /** What came before the session, or by no request of it as far as all of them are known. */
  #isOutside(event: LiveEvent): boolean {
    if (!this.#isOfTime(event)) return true;
    return this.#items.areAllKnown && this.#items.sourceOf(event) === undefined;
  }

  /** An event, and the events that led to it. */
  #chainOf(event: LiveEvent): readonly LiveEvent[] {
    const chain = [event];
    for (let one = event; one.cause !== undefined && chain.length < chainEventsMax;) {
      const cause = this.#events.at(one.cause);
      if (cause === undefined || cause.position >= one.position) break;
      chain.push(cause);
      one = cause;
    }
    return chain;
  }

  #refOf({ position, type, stream, at }: LiveEvent, from?: string): ItemRef {
    const what = from === undefined ? type : `${type} of ${stream}${from}`;
    const instant = virtualOffset(at - this.#history.epochMs);
    return { n: undefined, channel: 'event', title: `event ${position}, ${what}, at ${instant}` };
  }
}

/** Whether it comes before what an answer reflects. */
function isKnownTo(item: SessionItem | undefined, event: LiveEvent): boolean {
  return event.position <= (item?.position ?? Infinity);
}

function isStrike(event: LiveEvent | undefined): event is LiveEvent {
  return event?.type === 'FaultStruck';
}
