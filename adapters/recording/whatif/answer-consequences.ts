// The answers that differ, and those of inserted requests that are refused.

import { differingFields } from '../differences/fields.ts';
import type { FieldDifference } from '../differences/difference.ts';
import { isRequest, type EntryOf, type RequestEntry } from '../format/entries.ts';
import { IdMarker, withoutMarks } from '../diff/numeric-ids.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import type { Counterparts, Runs } from './counterparts.ts';
import type { EventDifferences } from './event-differences.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';

export function answerConsequences(
  { before, after, steps, givenNumber }: Runs,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly FoundConsequence[] {
  return before.outside.filter(isRequest).flatMap((request): FoundConsequence[] => {
    const other = steps.get(request.n);
    if (other === undefined) return [];
    const [one, two] = [before.answers.get(request.n), after.answers.get(other.n)];
    if (request.kind !== 'http.request' && isReport(request, one, two)) return [];
    const fields = answerFields(one, two, counterparts, request);
    if (fields.length === 0) return [];
    const texts = [request.url, one?.text, two?.text];
    const places = [one?.n ?? Infinity, two?.n ?? Infinity] as const;
    const attribution = differences.attributionOfAnswer(request, texts, places);
    const consequence = {
      kind: 'answer' as const,
      entries: [givenNumber(request.n) ?? request.n],
      what: whatOf(request),
      fields,
    };
    return [{ ...attribution, consequence }];
  });
}

/** Inserted requests that are refused: what was meant by them did not happen. */
export function refusedInsertions({
  after,
  editedNumbers,
  addedBy,
}: ComparedRuns): readonly FoundConsequence[] {
  return after.outside.filter(isRequest).flatMap((request): FoundConsequence[] => {
    const answer = after.answers.get(request.n);
    const change = addedBy.get(editedNumbers.get(request.n) ?? 0);
    if (answer === undefined || answer.status < 400 || change === undefined) return [];
    const body = parsed(answer.text);
    const fields = differingFields(
      {},
      { status: answer.status, ...(isRecord(body) ? { body } : {}) },
    );
    const consequence = { kind: 'answer' as const, entries: [], what: whatOf(request), fields };
    return [{ change, because: [], consequence }];
  });
}

/** Whether an operator only reads, or moves time: that tells nothing that is not told elsewhere. */
function isReport(
  { kind, method }: RequestEntry,
  one: EntryOf<'http.answer'> | undefined,
  other: EntryOf<'http.answer'> | undefined,
): boolean {
  return (kind === 'clock' || method === 'GET') && one?.status === other?.status;
}

function whatOf({ method, url }: RequestEntry): string {
  return `${method} ${url}`;
}

/** The fields of two answers that differ, those that say the most first. */
function answerFields(
  one: EntryOf<'http.answer'> | undefined,
  other: EntryOf<'http.answer'> | undefined,
  counterparts: Counterparts,
  { service, url }: RequestEntry,
): readonly FieldDifference[] {
  const marker = new IdMarker(service, url.replace(/\?.*$/s, ''));
  const isSame = (left: string, right: string) =>
    left === right || counterparts.translated(left) === right;
  const fields = differingFields(
    marker.received(shownAnswer(one)),
    marker.received(shownAnswer(other)),
    isSame,
  );
  return fields
    .map((field) => withoutMarks(field))
    .toSorted((left, right) => weightOf(left) - weightOf(right));
}

function shownAnswer(answer: EntryOf<'http.answer'> | undefined): object {
  if (answer === undefined) return {};
  const { status, delivery, text, base64 } = answer;
  const value = parsed(text);
  const body = isRecord(value) || Array.isArray(value) ? value : (text ?? base64);
  return {
    ...(delivery === undefined ? {} : { delivery }),
    status,
    ...(body === undefined ? {} : { body }),
  };
}

const telling = [/^delivery$/, /^status$/, /(^|\.)(state|status)$/, /(^|\.)(message|code|error)$/];

function weightOf({ path }: FieldDifference): number {
  const index = telling.findIndex((pattern) => pattern.test(path));
  return index === -1 ? telling.length : index;
}
