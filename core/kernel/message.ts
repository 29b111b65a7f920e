// The words that travel: commands ask, events tell, envelopes are events as stored.

import type { Millis } from './brand.ts';
import { canonicalData, isInOrder, isPlain } from './canonical.ts';

/** A request that may be refused. Plain JSON data; `type` is an imperative. */
export interface Command {
  readonly type: string;
}

/**
 * A fact decided by the core. Plain JSON data; `type` is a past participle.
 * `aside` holds what a client picked at random for this call (an idempotency key): it is stored and
 * folded like the rest, but is no part of the digest, so that two runs that differ in nothing else are equal.
 */
export interface Event {
  readonly type: string;
  readonly aside?: Readonly<Record<string, string>>;
}

/** An event with its place in the history. */
export interface Envelope<E extends Event = Event> {
  /** Place in the whole log, from 1. */
  readonly position: number;
  /** The entity that the event belongs to, such as `wallet/transaction/<id>`. */
  readonly stream: string;
  /** Place in its stream, from 1. */
  readonly version: number;
  readonly atMs: Millis;
  /** The position of the event that promised the due that led to this one; absent if an input led to it. */
  readonly cause?: number;
  readonly event: E;
  /** The canonical form, without the aside: what is hashed, stored and shown. */
  readonly text: string;
}

const besideData = ['type', 'aside'];

/**
 * Writes an envelope's canonical form once, for digest, store and observers alike. The members of its event stand in the order
 * of that form, as they do when it is read again: a live world and one that was read from a store hold the same records.
 */
export function seal<E extends Event>(place: Omit<Envelope<E>, 'text'>): Envelope<E> {
  const { position, stream, version, atMs, cause } = place;
  const { event, text } = isWellOrdered(place.event)
    ? { event: place.event, text: printed(place) }
    : ordered(place);
  return cause === undefined
    ? { position, stream, version, atMs, event, text }
    : { position, stream, version, atMs, cause, event, text };
}

type Unsealed = Omit<Envelope, 'text'>;

/** The text of an event whose members stand in order: printed in one go. */
function printed({ position, stream, version, atMs: at, cause, event }: Unsealed): string {
  const { type, aside: _beside, ...data } = event;
  return JSON.stringify(
    cause === undefined
      ? { at, data, position, stream, type, version }
      : { at, cause, data, position, stream, type, version },
  );
}

function ordered<E extends Event>(place: Omit<Envelope<E>, 'text'>): { event: E; text: string } {
  const { position, stream, version, atMs, cause, event } = place;
  const begin = cause === undefined ? `{"at":${atMs},` : `{"at":${atMs},"cause":${cause},`;
  const { text: dataText, data } = canonicalData(event, besideData);
  const names = `"stream":${JSON.stringify(stream)},"type":${JSON.stringify(event.type)}`;
  const text = `${begin}"data":${dataText},"position":${position},${names},"version":${version}}`;
  return { event: withNames(data, event.type, event.aside) as E, text };
}

/** Whether an event can be printed as it stands: its type comes first, its aside last, the others in order between them. */
function isWellOrdered(event: Event): boolean {
  if (!isPlain(event)) return false;
  const record = event as unknown as Readonly<Record<string, unknown>>;
  let before: string | undefined;
  let isOver = false;
  for (const key in record) {
    if (isOver) return false;
    if (key === 'aside') isOver = true;
    else if (before === undefined) {
      if (key !== 'type') return false;
      before = '';
    } else if (key < before || !isInOrder(record[key])) return false;
    else before = key;
  }
  return true;
}

/** The envelope that `seal` wrote: canonical text and aside back to data. */
export function unseal(text: string, aside?: Event['aside']): Envelope {
  const { at, cause, data, position, stream, type, version } = JSON.parse(text) as SealedForm;
  const event = withNames(data, type, aside);
  const place = { position, stream, version, atMs: at, event, text };
  return cause === undefined ? place : { ...place, cause };
}

function withNames(data: object, type: string, aside: Event['aside']): Event {
  return Object.assign(data, aside === undefined ? { type } : { type, aside });
}

interface SealedForm {
  readonly at: number;
  readonly cause?: number;
  readonly data: object;
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly version: number;
}
