// Prints a divergence as text: the exchange, field, recorded and present value; the first event that differs, with its causes.
// Instants are printed as virtual time.

import type { Json } from '../../../core/index.ts';
import { virtualOffset } from '../format/virtual-time.ts';
import type {
  Divergence,
  EventDifference,
  ExchangeDifference,
  DivergentField,
  ActualEvent,
  RecordedCause,
} from './divergence.ts';

/** Longer values are truncated. */
const valueCharsMax = 300;

/** The lines of a report; `epochMs` is the first instant of the world. */
export function divergenceLines(
  { exchange, event, place }: Divergence,
  epochMs: number,
): readonly string[] {
  return [
    ...(exchange === undefined ? [] : exchangeLines(exchange, epochMs)),
    ...(event === undefined ? [] : eventLines(event, exchange !== undefined, epochMs)),
    ...(place === undefined ? [] : [place.message + entryText(place.entry)]),
    ...(exchange !== undefined && event === undefined && place === undefined
      ? ['All events up to there are equal: only their presentation differs.']
      : []),
  ];
}

/** A divergence in one sentence. */
export function divergenceSentence(
  { exchange, event, place }: Divergence,
  epochMs: number,
): string {
  if (exchange !== undefined) {
    const { what, path, expected, actual, entry } = exchange;
    return `${what}${entryText(entry)}: ${path} was ${shown(expected)}, is ${shown(actual)}`;
  }
  if (event !== undefined) {
    const { position, type, path, expected, actual } = event;
    if (actual === undefined && path === '') return `event ${position} (${type}) is missing`;
    if (expected === undefined && path === '') return `event ${position} (${type}) is new`;
    const show = (value: Json | undefined) => shown(readable(value, path, epochMs));
    return `event ${position} (${type}): ${path} was ${show(expected)}, is ${show(actual)}`;
  }
  return place?.message ?? '';
}

function exchangeLines(exchange: ExchangeDifference, epochMs: number): readonly string[] {
  const { entry, what, atMs } = exchange;
  return [
    `The first answer that differs, at ${virtualOffset(atMs - epochMs)}:`,
    `  ${what}${entryText(entry)}`,
    ...fieldLines(exchange),
  ];
}

function eventLines(
  event: EventDifference,
  isVisible: boolean,
  epochMs: number,
): readonly string[] {
  const { position, entry, causes, instead, path, actual } = event;
  const described = ({ type, stream, atMs }: ActualEvent) =>
    `${type} of ${stream}, at ${virtualOffset(atMs - epochMs)}`;
  const because = (of: readonly RecordedCause[]) =>
    of.map((cause) => `  because of ${causeText(cause, epochMs)}`);
  const lead = isVisible ? [] : ['No recorded answer differs.'];
  const place = `The histories diverge at event ${position}`;
  if (instead !== undefined) {
    return [
      ...lead,
      `${place}. Recorded is ${described(event)} (entry ${entry})`,
      ...because(causes),
      `Now it is ${described(instead)}`,
      ...because(instead.causes),
    ];
  }
  const where = entry === undefined ? 'which is new' : `entry ${entry}`;
  const missing = path === '' && actual === undefined ? ', which is missing now' : '';
  return [
    ...lead,
    `${place}, ${described(event)} (${where}${missing}):`,
    ...fieldLines({
      path,
      expected: readable(event.expected, path, epochMs),
      actual: readable(actual, path, epochMs),
    }),
    ...because(causes),
  ];
}

function entryText(entry: number | undefined): string {
  return entry === undefined ? '' : ` (entry ${entry})`;
}

function fieldLines({ path, expected, actual }: DivergentField): readonly string[] {
  return [
    ...(path === '' ? [] : [`  ${path}`]),
    `    recorded  ${shown(expected)}`,
    `    now       ${shown(actual)}`,
  ];
}

function causeText(cause: RecordedCause, epochMs: number): string {
  if ('input' in cause) {
    const { input, source } = cause;
    return `input ${input}: ${source.what}${entryText(source.entry)}`;
  }
  const { position, type, atMs } = cause;
  return `event ${position}, ${type}, at ${virtualOffset(atMs - epochMs)}`;
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

function shown(value: Json | undefined): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length <= valueCharsMax ? text : `${text.slice(0, valueCharsMax)}...`;
}
