// Messages: commands are requests, events are facts, envelopes are events as stored.

import type { Millis } from './brand.ts';
import { canonicalData } from './canonical.ts';

/** A request to a domain, which may refuse it. Plain JSON data; `type` is an imperative. */
export interface Command {
  readonly type: string;
  /** The SHA-256, in hexadecimal, of bytes that are stored beside the input. */
  readonly attachment?: string;
}

/**
 * A fact that a command led to. Plain JSON data; `type` ends in a past participle.
 * `aside`: values that a client picks at random, such as idempotency keys. They are stored and folded, but not part of the
 * digest, so that two runs that differ only in them are equal.
 */
export interface Event {
  readonly type: string;
  readonly aside?: Readonly<Record<string, string>>;
}

/** An event with its place in the history. */
export interface Envelope<E extends Event = Event> {
  /** The number of the event in its world, from 1. */
  readonly position: number;
  /** The entity of the event, such as `wallet/transaction/<id>`. */
  readonly stream: string;
  /** The number of the event in its stream, from 1. */
  readonly version: number;
  readonly atMs: Millis;
  /** The position of the event that set the due behind this one; absent if an input led to it. */
  readonly cause?: number;
  readonly event: E;
  /** Canonical JSON without the aside: the text that is hashed, stored and shown. */
  readonly text: string;
}

const outsideData = ['type', 'aside'];

/**
 * Prints an envelope's canonical text, once for digest, store and observers. The members of its event get the order of that
 * text, as `parseEnvelope` gives them: records are then equal in a live world and in one that was loaded.
 */
export function toEnvelope<E extends Event>(place: Omit<Envelope<E>, 'text'>): Envelope<E> {
  const { position, stream, version, atMs, cause } = place;
  const { type, aside } = place.event;
  const { text: dataText, data } = canonicalData(place.event, outsideData);
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
