// The words that travel: commands ask, events tell, envelopes are events as stored.

import type { Millis } from './brand.ts';
import { canonicalData } from './canonical.ts';

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
export function toEnvelope<E extends Event>(place: Omit<Envelope<E>, 'text'>): Envelope<E> {
  const { position, stream, version, atMs, cause } = place;
  const { type, aside } = place.event;
  const { text: dataText, data } = canonicalData(place.event, besideData);
  const begin = cause === undefined ? `{"at":${atMs},` : `{"at":${atMs},"cause":${cause},`;
  const names = `"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}`;
  const text = `${begin}"data":${dataText},"position":${position},${names},"version":${version}}`;
  const event = withNames(data, type, aside) as E;
  return cause === undefined
    ? { position, stream, version, atMs, event, text }
    : { position, stream, version, atMs, cause, event, text };
}

/** The envelope that `seal` wrote: canonical text and aside back to data. */
export function parseEnvelope(text: string, aside?: Event['aside']): Envelope {
  const { at, cause, data, position, stream, type, version } = JSON.parse(text) as EnvelopeForm;
  const event = withNames(data, type, aside);
  const place = { position, stream, version, atMs: at, event, text };
  return cause === undefined ? place : { ...place, cause };
}

function withNames(data: object, type: string, aside: Event['aside']): Event {
  return Object.assign(data, aside === undefined ? { type } : { type, aside });
}

interface EnvelopeForm {
  readonly at: number;
  readonly cause?: number;
  readonly data: object;
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly version: number;
}
