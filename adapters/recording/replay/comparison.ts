// Finds the first field in which a replayed answer, frame or event differs from the recorded one.

import {
  canonicalWithout,
  firstDifference,
  jsonIn,
  type Envelope,
  type Event,
  type Json,
} from '../../../core/index.ts';
import type { DivergentField } from './divergence.ts';
import type { EntryOf } from '../format/entries.ts';

/** How many were equal; exchanges: how many were compared. */
export interface ComparedCounts {
  readonly inputs: number;
  readonly exchanges: number;
  readonly answers: number;
  readonly headers: number;
  readonly events: number;
  readonly frames: number;
  readonly webhooks: number;
}

/** The members of an answer's entry that are compared. */
export type AnswerContent = Pick<
  EntryOf<'http.answer'>,
  'status' | 'headers' | 'text' | 'base64' | 'stream' | 'delivery'
>;

/** The first difference between two answers: status, then body, then headers. */
export function answerDifference(
  expected: AnswerContent,
  actual: AnswerContent,
): DivergentField | undefined {
  if (expected.status !== actual.status) {
    return { path: 'status', expected: expected.status, actual: actual.status };
  }
  for (const path of ['stream', 'delivery'] as const) {
    const [left, right] = [expected[path], actual[path]];
    if (left !== right) return { path, expected: left, actual: right };
  }
  return contentDifference(expected, actual, 'body') ?? headerDifference(expected, actual);
}

/** The first difference between two bodies or frames; between their members where both are JSON. */
export function contentDifference(
  expected: Pick<AnswerContent, 'text' | 'base64'>,
  actual: Pick<AnswerContent, 'text' | 'base64'>,
  name: string,
): DivergentField | undefined {
  if (expected.text === actual.text && expected.base64 === actual.base64) return undefined;
  const [left, right] = [expected.text ?? expected.base64, actual.text ?? actual.base64];
  const [leftJson, rightJson] = [jsonOf(expected.text), jsonOf(actual.text)];
  if (leftJson !== undefined && rightJson !== undefined) {
    const { path, ...values } = firstDifference(leftJson, rightJson);
    const isInside = JSON.stringify(values.expected) !== JSON.stringify(values.actual);
    if (isInside) return { path: path === '' ? name : `${name}.${path}`, ...values };
  }
  return { path: name, expected: left, actual: right };
}

function headerDifference(
  expected: AnswerContent,
  actual: AnswerContent,
): DivergentField | undefined {
  const { path, ...values } = firstDifference(
    lowerCase(expected.headers),
    lowerCase(actual.headers),
  );
  return path === '' ? undefined : { path: `headers.${path}`, ...values };
}

/** Header names are case-insensitive. */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The canonical text of a recorded event, as events are hashed. */
export function eventText(entry: EntryOf<'event'>): string {
  return canonicalWithout(entry, ['h', 'kind', 'n']);
}

/**
 * The difference between two events of one position: the whole event if one side has none, else type or stream, else the
 * first member.
 */
export function eventDifference(
  expected: EntryOf<'event'> | undefined,
  actual: Envelope<Event> | undefined,
): DivergentField {
  const left = expected === undefined ? undefined : (JSON.parse(eventText(expected)) as EventData);
  const right = actual === undefined ? undefined : (JSON.parse(actual.text) as EventData);
  if (left === undefined || right === undefined) return { path: '', expected: left, actual: right };
  for (const path of ['type', 'stream'] as const) {
    if (left[path] !== right[path]) return { path, expected: left[path], actual: right[path] };
  }
  return firstDifference(left, right);
}

type EventData = { readonly type: string; readonly stream: string } & Readonly<
  Record<string, Json>
>;

function jsonOf(text: string | undefined): Json | undefined {
  return text === undefined ? undefined : (jsonIn(text) as Json | undefined);
}
