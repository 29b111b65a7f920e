// Prints a divergence as text: the exchange, field, recorded and present value; the first event that differs, with its causes.
// Instants are printed as virtual time.

import type { FieldDifference, ItemRef } from '../differences/difference.ts';
import { detailedValue, differenceSentence, entryText } from '../differences/text.ts';
import { virtualOffset } from '../format/virtual-time.ts';
import type {
  ActualEvent,
  EventDifference,
  ExchangeDifference,
  RecordedCause,
  ReplayDivergence,
} from './divergence.ts';
import { causeRefs, eventField, toDifference } from './to-difference.ts';

/** The lines of a report; `epochMs` is the first instant of the world. */
export function divergenceLines(
  { exchange, event, place }: ReplayDivergence,
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
export function divergenceSentence(divergence: ReplayDivergence, epochMs: number): string {
  return differenceSentence(toDifference(divergence, epochMs));
}

function exchangeLines(exchange: ExchangeDifference, epochMs: number): readonly string[] {
  const { entry, what, atMs, path, expected, actual } = exchange;
  return [
    `The first answer that differs, at ${virtualOffset(atMs - epochMs)}:`,
    `  ${what}${entryText(entry)}`,
    ...fieldLines({ path, left: expected, right: actual }),
  ];
}

function eventLines(
  event: EventDifference,
  isVisible: boolean,
  epochMs: number,
): readonly string[] {
  const { position, entry, causes, instead, path, actual } = event;
  const described = ({ type, stream, atMs }: Pick<ActualEvent, 'type' | 'stream' | 'atMs'>) =>
    `${type} of ${stream}, at ${virtualOffset(atMs - epochMs)}`;
  const because = (of: readonly RecordedCause[]) => causeRefs(of, epochMs).map(causeLine);
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
    ...fieldLines(eventField(event, epochMs)),
    ...because(causes),
  ];
}

function causeLine({ title, n }: ItemRef): string {
  return `  because of ${title}${entryText(n)}`;
}

function fieldLines({ path, left, right }: FieldDifference): readonly string[] {
  return [
    ...(path === '' ? [] : [`  ${path}`]),
    `    recorded  ${detailedValue(left)}`,
    `    now       ${detailedValue(right)}`,
  ];
}
