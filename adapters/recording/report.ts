// A divergence as a person wants to read it: which exchange, which field, what was recorded and what is now; the event where
// the two histories part, and what led to it.

import type { Json } from '../../core/index.ts';
import { offset } from './virtual-time.ts';
import type {
  Divergence,
  EventDifference,
  ExchangeDifference,
  FieldDifference,
  OtherEvent,
  RecordedCause,
} from './divergence.ts';

/** The longest value that is shown whole. */
const valueCharsMax = 300;

/** Lines without indentation of their own to the left; `epochMs` is where the world's time began. */
export function divergenceLines(
  { exchange, event, place }: Divergence,
  epochMs: number,
): readonly string[] {
  return [
    ...(exchange === undefined ? [] : exchangeLines(exchange, epochMs)),
    ...(event === undefined ? [] : eventLines(event, exchange !== undefined, epochMs)),
    ...(place === undefined ? [] : [place.message + entryText(place.entry)]),
    ...(exchange !== undefined && event === undefined && place === undefined
      ? ['All events up to there are equal: it is what is shown of them that differs.']
      : []),
  ];
}

/** The same in one sentence. */
export function divergenceSentence({ exchange, event, place }: Divergence): string {
  if (exchange !== undefined) {
    const { what, path, expected, actual, entry } = exchange;
    return `${what}${entryText(entry)}: ${path} was ${shown(expected)}, is ${shown(actual)}`;
  }
  if (event !== undefined) {
    const { position, type, path, expected, actual } = event;
    if (actual === undefined && path === '') return `event ${position} (${type}) is missing`;
    if (expected === undefined && path === '') return `event ${position} (${type}) is new`;
    return `event ${position} (${type}): ${path} was ${shown(expected)}, is ${shown(actual)}`;
  }
  return place?.message ?? '';
}

function exchangeLines(exchange: ExchangeDifference, epochMs: number): readonly string[] {
  const { entry, what, atMs } = exchange;
  return [
    `The first answer that differs, at ${offset(atMs - epochMs)}:`,
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
  const told = ({ type, stream, atMs }: OtherEvent) =>
    `${type} of ${stream}, at ${offset(atMs - epochMs)}`;
  const because = (of: readonly RecordedCause[]) =>
    of.map((cause) => `  because of ${causeText(cause, epochMs)}`);
  const lead = isVisible ? [] : ['No recorded answer differs.'];
  const place = `The histories part at event ${position}`;
  if (instead !== undefined) {
    return [
      ...lead,
      `${place}. Recorded is ${told(event)} (entry ${entry})`,
      ...because(causes),
      `Now it is ${told(instead)}`,
      ...because(instead.causes),
    ];
  }
  const where = entry === undefined ? 'which is new' : `entry ${entry}`;
  const missing = path === '' && actual === undefined ? ', which is missing now' : '';
  return [
    ...lead,
    `${place}, ${told(event)} (${where}${missing}):`,
    ...fieldLines(event),
    ...because(causes),
  ];
}

function entryText(entry: number | undefined): string {
  return entry === undefined ? '' : ` (entry ${entry})`;
}

function fieldLines({ path, expected, actual }: FieldDifference): readonly string[] {
  return [
    ...(path === '' ? [] : [`  ${path}`]),
    `    recorded  ${shown(expected)}`,
    `    now       ${shown(actual)}`,
  ];
}

function causeText(cause: RecordedCause, epochMs: number): string {
  if ('input' in cause) {
    const { input, maker } = cause;
    return `input ${input}: ${maker.what} (entry ${maker.entry})`;
  }
  const { position, type, atMs } = cause;
  return `event ${position}, ${type}, at ${offset(atMs - epochMs)}`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length <= valueCharsMax ? text : `${text.slice(0, valueCharsMax)}...`;
}
