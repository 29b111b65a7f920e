// Finds the causes of differences of a live replay against a Reprise: the event that an answer, frame or webhook shows, the events that
// led to it, and the request that began them, of the session or of another client.

import type { ClientDiff, ClientDifference } from '../recording/diff/client-difference.ts';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import type { ItemRef } from '../recording/differences/difference.ts';
import { virtualOffset } from '../recording/format/virtual-time.ts';
import { LiveEventIndex } from './live-event-index.ts';
import type { LiveEvent, LiveHistory } from './live-history.ts';
import { namesNear, textsIn } from './named-things.ts';
import { RetoldItems, type RetoldItem } from './retold-items.ts';

/** The most events in a chain of causes. */
const chainEventsMax = 20;
/** Shorter texts are in events by chance. */
const valueCharsMin = 4;

/** A comparison with the causes of each difference that the history explains. `retold`: the new recording, on the right. */
export function withCauses(
  diff: ClientDiff,
  retold: AnyRecording,
  history: LiveHistory,
): ClientDiff {
  const finder = new CauseFinder(retold, history);
  const each = (differences: readonly ClientDifference[]) =>
    differences.map((difference) => finder.explained(difference));
  return { ...diff, requests: each(diff.requests), consequences: each(diff.consequences) };
}

class CauseFinder {
  readonly #history: LiveHistory;
  readonly #items: RetoldItems;
  readonly #events: LiveEventIndex;

  constructor(retold: AnyRecording, history: LiveHistory) {
    this.#history = history;
    this.#items = new RetoldItems(retold, history.requests);
    this.#events = new LiveEventIndex(history.events);
  }

  explained(difference: ClientDifference): ClientDifference {
    if (difference.kind === 'only-left' || difference.kind === 'moved') return difference;
    const causes = this.#causesOf(difference);
    if (causes.length === 0) return difference;
    return { ...difference, right: { ...difference.right, causes } };
  }

  #causesOf(
    difference: Extract<ClientDifference, { readonly kind: 'changed' | 'only-right' }>,
  ): readonly ItemRef[] {
    const item = this.#items.at(difference.right.n);
    if (item === undefined) return [];
    const isChanged = difference.kind === 'changed';
    const paths = isChanged ? difference.fields.map(({ path }) => path) : ['body'];
    const shown = isChanged ? difference.fields.map(({ right }) => right) : [item.body];
    const values = textsIn(shown).filter((value) => value.length >= valueCharsMin);
    const names = paths.map((path) => namesNear(item, path));
    const shownIn = this.#shownIn(item, names.flat(), values);
    const chain = shownIn === undefined ? [] : this.#chainOf(shownIn);
    const outside = this.#outsideEvent(item, names.flat(2), values);
    const isInChain = outside === undefined || chain.includes(outside);
    const source = this.#items.sourceOf(chain.at(-1));
    return [
      ...chain.map((event) => this.#refOf(event)),
      ...(source === undefined ? [] : [source]),
      ...(isInChain ? [] : [this.#refOf(outside, ' from outside the session')]),
    ];
  }

  /** The first event with a value that differs, else the last one: of those that concern the most specific names. */
  #shownIn(
    item: RetoldItem,
    groups: readonly (readonly string[])[],
    values: readonly string[],
  ): LiveEvent | undefined {
    for (const names of groups) {
      const own = this.#events.concerning(names).filter((event) => this.#isNewTo(item, event));
      const event = own.find((one) => this.#events.holds(one, values));
      if (event !== undefined) return event;
      const last = own.at(-1);
      if (item.kind !== 'frame' && last !== undefined) {
        return this.#events.besides(last).findLast((one) => this.#isNewTo(item, one));
      }
    }
    return undefined;
  }

  /** The last thing that somebody else, such as the operator, did to what an answer names, or with a value that differs. */
  #outsideEvent(
    item: RetoldItem,
    names: readonly string[],
    values: readonly string[],
  ): LiveEvent | undefined {
    const named = new Set(this.#events.ofStreams(names));
    return this.#history.events.findLast(
      (event) =>
        this.#isKnownTo(item, event) &&
        event.cause === undefined &&
        (named.has(event) || this.#events.holds(event, values)) &&
        this.#isOutside(event) &&
        !this.#events.isOfSession(event),
    );
  }

  /** Whether it is of the session. */
  #isNewTo(item: RetoldItem, event: LiveEvent): boolean {
    return event.position > this.#history.startPosition && this.#isKnownTo(item, event);
  }

  /** Whether it comes before what an answer reflects. */
  #isKnownTo({ position = Infinity }: RetoldItem, event: LiveEvent): boolean {
    return event.position <= position;
  }

  /** What came before the session, or by no request of it as far as all of them are known. */
  #isOutside(event: LiveEvent): boolean {
    if (event.position <= this.#history.startPosition) return true;
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
