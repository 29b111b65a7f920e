// A divergence in the common model of differences. Instants in events become virtual time; answers stay as the client sees them.

import type { Json } from '../../../core/index.ts';
import type { FieldDifference, ItemDifference, ItemRef } from '../differences/difference.ts';
import { entryText } from '../differences/text.ts';
import { virtualOffset } from '../format/virtual-time.ts';
import type {
  EventDifference,
  ExchangeDifference,
  RecordedCause,
  ReplayDivergence,
} from './divergence.ts';

/** The most visible difference: an exchange, else an event, else the state. `epochMs` is the first instant of the world. */
export function toDifference(
  { exchange, event, place }: ReplayDivergence,
  epochMs: number,
): ItemDifference {
  const n = exchange?.entry ?? event?.entry ?? place?.entry;
  if (exchange !== undefined) return ofExchange(exchange, n);
  if (event !== undefined) return ofEvent(event, epochMs);
  return { kind: 'state', left: { n, channel: 'state', title: place?.message ?? '' } };
}

function ofExchange(exchange: ExchangeDifference, n: number | undefined): ItemDifference {
  const { entry, kind, what, path, expected, actual } = exchange;
  const item = { n, channel: kind, title: `${what}${entryText(entry)}` };
  return {
    kind: 'changed',
    left: item,
    right: item,
    fields: [{ path, left: expected, right: actual }],
  };
}

function ofEvent(event: EventDifference, epochMs: number): ItemDifference {
  const { entry, position, type, path, expected, actual, causes, instead } = event;
  const item = (name: string, of: readonly RecordedCause[]): ItemRef => ({
    n: entry,
    channel: 'event',
    title: `event ${position} (${name})`,
    causes: causeRefs(of, epochMs),
  });
  const left = item(type, causes);
  if (path === '' && actual === undefined) return { kind: 'only-left', left };
  if (path === '' && expected === undefined) return { kind: 'only-right', right: left };
  const right = instead === undefined ? left : item(instead.type, instead.causes);
  return { kind: 'changed', left, right, fields: [eventField(event, epochMs)] };
}

/** The field of an event, with its instants as text. */
export function eventField(
  { path, expected, actual }: EventDifference,
  epochMs: number,
): FieldDifference {
  const [left, right] = [expected, actual].map((value) => readable(value, path, epochMs));
  return { path, left, right };
}

/** The causes of an event, the nearest first. */
export function causeRefs(causes: readonly RecordedCause[], epochMs: number): readonly ItemRef[] {
  return causes.map((cause) => causeRef(cause, epochMs));
}

function causeRef(cause: RecordedCause, epochMs: number): ItemRef {
  if ('input' in cause) {
    const { input, source } = cause;
    return { n: source.entry, channel: 'input', title: `input ${input}: ${source.what}` };
  }
  const { position, type, atMs } = cause;
  const title = `event ${position}, ${type}, at ${virtualOffset(atMs - epochMs)}`;
  return { n: undefined, channel: 'event', title };
}

/**
 * A value of an event with its instants as text: virtual milliseconds as the offset since the epoch, UTC seconds as ISO 8601.
 * Answers are printed as the client sees them.
 */
function readable(value: Json | undefined, path: string, epochMs: number): Json | undefined {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (typeof value === 'number') return instantText(name, value, epochMs) ?? value;
  if (Array.isArray(value)) return value.map((one) => readable(one, name, epochMs) as Json);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, readable(one, key, epochMs) as Json]),
  );
}

/** Fewer milliseconds (three years) are a duration. */
const instantMsMin = 100_000_000_000;

/** A number as an instant; undefined if it is not one. */
function instantText(name: string, value: number, epochMs: number): string | undefined {
  const isVirtual = name === 'at' || (name.endsWith('Ms') && value >= instantMsMin);
  if (isVirtual && Number.isInteger(value)) return virtualOffset(value - epochMs);
  const date = new Date(value * 1_000);
  return /utcSeconds$/i.test(name) && !Number.isNaN(date.getTime())
    ? date.toISOString().replace('.000', '')
    : undefined;
}
