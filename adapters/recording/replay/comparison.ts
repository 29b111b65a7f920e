// What was recorded and what a replay gives, field by field: the first that differs.

import {
  canonicalWithout,
  firstDifference,
  type Envelope,
  type Json,
} from '../../../core/index.ts';
import type { ReplayedField } from './divergence.ts';
import type { EntryOf } from '../format/entries.ts';

/** How much was compared. */
export interface ComparedCounts {
  readonly inputs: number;
  readonly exchanges: number;
  readonly answers: number;
  readonly headers: number;
  readonly events: number;
  readonly frames: number;
  readonly webhooks: number;
}

/** An answer in the terms of its entry. */
export type AnswerContent = Pick<
  EntryOf<'http.answer'>,
  'status' | 'headers' | 'text' | 'base64' | 'stream'
>;

/** The first difference between two answers: status, then body, then headers, which say least. */
export function answerDifference(
  expected: AnswerContent,
  actual: AnswerContent,
): ReplayedField | undefined {
  if (expected.status !== actual.status) {
    return { path: 'status', expected: expected.status, actual: actual.status };
  }
  if (expected.stream !== actual.stream) {
    return { path: 'stream', expected: expected.stream, actual: actual.stream };
  }
  return contentDifference(expected, actual, 'body') ?? headerDifference(expected, actual);
}

/** The first difference between two bodies or frames; inside, where both are JSON. */
export function contentDifference(
  expected: Pick<AnswerContent, 'text' | 'base64'>,
  actual: Pick<AnswerContent, 'text' | 'base64'>,
  name: string,
): ReplayedField | undefined {
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
): ReplayedField | undefined {
  const { path, ...values } = firstDifference(
    lowerCase(expected.headers),
    lowerCase(actual.headers),
  );
  return path === '' ? undefined : { path: `headers.${path}`, ...values };
}

/** Names of headers are the same in any letter case. */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** An event of a recording in the form in which events are hashed. */
export function eventText(entry: EntryOf<'event'>): string {
  return canonicalWithout(entry, ['h', 'kind', 'n']);
}

/**
 * What differs between the event that is recorded at a position and the one that a replay has there: the whole event where
 * there is none on one side, its type or stream where it is another, else a member.
 */
export function eventDifference(
  expected: EntryOf<'event'> | undefined,
  actual: Envelope | undefined,
): ReplayedField {
  const left = expected === undefined ? undefined : (JSON.parse(eventText(expected)) as Event);
  const right = actual === undefined ? undefined : (JSON.parse(actual.text) as Event);
  if (left === undefined || right === undefined) return { path: '', expected: left, actual: right };
  for (const path of ['type', 'stream'] as const) {
    if (left[path] !== right[path]) return { path, expected: left[path], actual: right[path] };
  }
  return firstDifference(left, right);
}

type Event = { readonly type: string; readonly stream: string } & Readonly<Record<string, Json>>;

function jsonOf(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
