// Finds the consequences of changes in two runs: by what each of them follows from, the first change first.

import { align } from '../diff/alignment.ts';
import { differingFields } from '../differences/fields.ts';
import type { FieldDifference } from '../differences/difference.ts';
import { changeText, type RecordingChange } from '../edit/change.ts';
import { isRequest, type EntryOf, type RequestEntry } from '../format/entries.ts';
import { IdMarker, withoutMarks } from '../diff/numeric-ids.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { EntryStory } from '../inspect/story.ts';
import type { Holding } from '../../contracts/lives.ts';
import { inputSource } from '../replay/divergence.ts';
import type {
  ChangedEntry,
  Consequence,
  ConsequenceGroup,
  LifePoint,
  SpokenMoment,
} from './consequences.ts';
import type { Counterparts, Runs, StreamPair } from './counterparts.ts';
import { EventDifferences, type Attribution } from './event-differences.ts';
import type { RunLives, SpokenAt } from './run-lives.ts';
import type { RunHistory } from './run-history.ts';

export interface ComparedRuns extends Runs {
  readonly counterparts: Counterparts;
  readonly lives: readonly [before: RunLives, after: RunLives];
  readonly changes: readonly RecordingChange[];
  readonly holdings: readonly [before: readonly Holding[], after: readonly Holding[]];
}

/** A consequence, and what it follows from. */
interface Found extends Attribution {
  readonly consequence: Consequence;
}

export function consequenceGroups(runs: ComparedRuns): readonly ConsequenceGroup[] {
  const { changes, counterparts, lives } = runs;
  const differences = new EventDifferences(runs, counterparts, changes);
  if (changes.length === 0) return []; // nothing can follow from no change
  const found = [
    ...entities(counterparts, differences, lives),
    ...holdings(runs, counterparts, differences),
    ...spoken(counterparts, differences, lives),
    ...webhooks(runs, counterparts, differences),
    ...answers(runs, counterparts, differences),
    ...refusedInsertions(runs),
  ];
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = JSON.stringify([one.change, one.because[0]]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map((same) => groupOf(same, runs))
    .toSorted(
      (one, other) => orderOf(one, changes) - orderOf(other, changes) || atOf(one) - atOf(other),
    );
}

function groupOf(found: readonly Found[], { changes, before }: ComparedRuns): ConsequenceGroup {
  const [{ change: index, because }] = found as [Found];
  const change = changes[index] as RecordingChange;
  const [event, ...causes] = because;
  return {
    change: changeText(change),
    changed: change.kind === 'seed' ? undefined : changedEntry(change, before),
    event,
    because: causes,
    consequences: found.map(({ consequence }) => consequence),
  };
}

function changedEntry(
  change: Exclude<RecordingChange, { kind: 'seed' }>,
  before: RunHistory,
): ChangedEntry {
  const { entry } = change;
  if (change.kind === 'insert') return { entry, what: `${change.method} ${change.url}` };
  const own = before.outside.find(({ n }) => n === entry);
  return { entry, what: own === undefined ? `entry ${entry}` : inputSource(own).what };
}

function orderOf({ change }: ConsequenceGroup, changes: readonly RecordingChange[]): number {
  return changes.findIndex((one) => changeText(one) === change);
}

/** What follows from a change directly comes first. */
function atOf({ event }: ConsequenceGroup): number {
  return event?.atMs ?? 0;
}

function entities(
  { streams }: Counterparts,
  differences: EventDifferences,
  [left, right]: readonly [RunLives, RunLives],
): readonly Found[] {
  return streams.flatMap((pair) => {
    const [one, other] = [
      left.paths.get(streamOf(pair.before)),
      right.paths.get(streamOf(pair.after)),
    ];
    if (one === undefined && other === undefined) return [];
    const [points, others] = [one?.points ?? [], other?.points ?? []];
    const [before, after] = [points.at(-1), others.at(-1)];
    const isUntimed = one?.isUntimed === true && other?.isUntimed === true;
    const isSameTime = isUntimed || before?.atMs === after?.atMs;
    const isSameEnd = before?.state === after?.state && isSameTime;
    const isBoth = before !== undefined && after !== undefined;
    const isSameState = before?.state === after?.state;
    const passed = isSameState ? passedStates(points, others) : { without: [], with: [] };
    const isSameWhat = !isBoth || one?.what === other?.what;
    if (isSameEnd && isSameWhat && passed.without.length + passed.with.length === 0) return [];
    const { name, what } = (one ?? other) as { name: string; what: string | undefined };
    const consequence = {
      kind: 'entity' as const,
      name,
      what,
      ...(isSameWhat ? {} : { whatAfter: other?.what }),
      before,
      after,
      ...passed,
    };
    return [{ ...attributionOf(pair, differences), consequence }];
  });
}

/** States of one run alone, without the last one, which is told anyway. */
function passedStates(points: readonly LifePoint[], others: readonly LifePoint[]) {
  const pairs = align(points, others, [({ state }) => state]);
  const last = [points.at(-1), others.at(-1)];
  const isPassed = (point: LifePoint | undefined): point is LifePoint =>
    point !== undefined && !last.includes(point);
  return {
    without: pairs.flatMap((pair) => (pair.right === undefined ? pair.left : [])).filter(isPassed),
    with: pairs.flatMap((pair) => (pair.left === undefined ? pair.right : [])).filter(isPassed),
  };
}

/** What made a thing different: an event of another thing, else the first event of its own that differs. */
function attributionOf(pair: StreamPair, differences: EventDifferences): Attribution {
  const streams = [streamOf(pair.before), streamOf(pair.after)];
  const own = differences.of(pair);
  const first = own.find(({ after }) => after !== undefined) ?? own[0] ?? {};
  const { change, because } = differences.attributionWith(first);
  const others = because.filter(({ stream }) => !streams.includes(stream));
  return { change, because: others.length === 0 ? because.slice(-1) : others };
}

function streamOf([first]: StreamPair['before']): string {
  return first?.stream ?? '';
}

function holdings(
  { holdings: [before, after] }: ComparedRuns,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly Found[] {
  const others = new Map(after.map((one) => [one.stream, one]));
  return before.flatMap((one) => {
    const other = others.get(counterparts.translated(one.stream));
    if (other === undefined) return [];
    const values = differingFields(one.values, other.values);
    if (values.length === 0) return [];
    const id = one.stream.slice(one.stream.lastIndexOf('/') + 1);
    const cause = differences.all.findLast(
      ({ before: left, after: right }) => mentions(right, id) || mentions(left, id),
    );
    const consequence = { kind: 'holding', name: one.name, values } as Consequence;
    return [{ ...differences.attributionWith(cause ?? {}), consequence }];
  });
}

function mentions(event: EntryOf<'event'> | undefined, id: string): boolean {
  return event !== undefined && JSON.stringify(event.data).includes(id);
}

function spoken(
  { streams }: Counterparts,
  differences: EventDifferences,
  [left, right]: readonly [RunLives, RunLives],
): readonly Found[] {
  return streams.flatMap((pair): Found[] => {
    const [stream, other] = [streamOf(pair.before), streamOf(pair.after)];
    const [lines, others] = [left.said.get(stream) ?? [], right.said.get(other) ?? []];
    if (lines.length + others.length === 0) return [];
    const where = (lines[0] ?? others[0])?.name ?? '';
    const keys: readonly ((line: SpokenAt) => string)[] = [
      ({ who, text }) => `${who} ${text}`,
      ({ who }) => who,
    ];
    return align(lines, others, keys).flatMap((one): Found[] => {
      if (one.left?.text === one.right?.text) return [];
      const attribution = differences.attribution({
        before: pair.before.find(({ position }) => position === one.left?.position),
        after: pair.after.find(({ position }) => position === one.right?.position),
      });
      const consequence = {
        kind: 'spoken' as const,
        where,
        before: pointOf(one.left),
        after: pointOf(one.right),
      };
      return [{ ...attribution, consequence }];
    });
  });
}

function pointOf(line: SpokenAt | undefined): SpokenMoment | undefined {
  return line === undefined ? undefined : { who: line.who, text: line.text, atMs: line.atMs };
}

interface SentWebhook {
  count: number;
  readonly what: string;
  readonly atMs: number;
  readonly event: EntryOf<'event'> | undefined;
}

function webhooks(
  { before, after }: Runs,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly Found[] {
  const lefts = sentIn(before, (text) => counterparts.translated(text));
  const rights = sentIn(after, (text) => text);
  return [...new Set([...lefts.keys(), ...rights.keys()])].flatMap((key): Found[] => {
    const [one, other] = [lefts.get(key), rights.get(key)];
    if (one?.count === other?.count) return [];
    const attribution = differences.attribution({ before: one?.event, after: other?.event });
    const shown = one ?? other;
    const consequence = {
      kind: 'webhook' as const,
      what: shown?.what ?? '',
      before: one?.count ?? 0,
      after: other?.count ?? 0,
      atMs: shown?.atMs ?? 0,
    };
    return [{ ...attribution, consequence }];
  });
}

function sentIn(
  run: RunHistory,
  translated: (text: string) => string,
): ReadonlyMap<string, SentWebhook> {
  const story = new EntryStory();
  const sent = new Map<string, SentWebhook>();
  for (const entry of run.recording.entries) {
    story.observe(entry, entry.kind === 'webhook.attempt');
    if (entry.kind !== 'webhook.attempt') continue;
    const text = story.take(entry);
    const what = text === '' ? `to ${entry.url}` : text;
    const key = `${entry.url} ${translated(what)}`;
    const known = sent.get(key);
    if (known !== undefined) known.count += 1;
    else sent.set(key, { count: 1, what, atMs: entry.at, event: run.event(entry.position) });
  }
  return sent;
}

function answers(
  { before, after, steps }: Runs,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly Found[] {
  const found = before.outside.filter(isRequest).flatMap((request): Found[] => {
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
      entries: [request.n],
      what: whatOf(request),
      fields,
    };
    return [{ ...attribution, consequence }];
  });
  return withoutRepeats(found);
}

/** Inserted requests that are refused: what was meant by them did not happen. */
function refusedInsertions({ before, after, steps, changes }: ComparedRuns): readonly Found[] {
  const last = before.recording.entries.length;
  const inserted = [...steps].flatMap(([n, other]) => (n > last ? [other] : [])).filter(isRequest);
  return inserted.flatMap((request): Found[] => {
    const answer = after.answers.get(request.n);
    const change = changes.findIndex(
      (one) =>
        one.kind === 'fault' ||
        (one.kind === 'insert' && one.method === request.method && request.url.endsWith(one.url)),
    );
    if (answer === undefined || answer.status < 400 || change === -1) return [];
    const body = parsed(answer.text);
    const fields = differingFields(
      {},
      { status: answer.status, ...(isRecord(body) ? { body } : {}) },
    );
    const consequence = { kind: 'answer' as const, entries: [], what: whatOf(request), fields };
    return [{ change, because: [], consequence }];
  });
}

/** Whether an operator only looks, or moves time: that tells nothing that is not told elsewhere. */
function isReport(
  { kind, method }: RequestEntry,
  one: EntryOf<'http.answer'> | undefined,
  other: EntryOf<'http.answer'> | undefined,
): boolean {
  return (kind === 'clock' || method === 'GET') && one?.status === other?.status;
}

/** Answers to the same request, which differ in the same fields for the same reason, are one. */
function withoutRepeats(found: readonly Found[]): readonly Found[] {
  const kept = new Map<string, Found>();
  for (const one of found) {
    const { consequence } = one;
    if (consequence.kind !== 'answer') continue;
    const { what, fields, entries } = consequence;
    const key = JSON.stringify([what, one.change, one.because[0], fields.map(({ path }) => path)]);
    const known = kept.get(key);
    const earlier = known?.consequence.kind === 'answer' ? known.consequence.entries : [];
    const merged = known?.consequence ?? consequence;
    kept.set(key, {
      ...one,
      consequence: { ...merged, entries: [...earlier, ...entries] } as Consequence,
    });
  }
  return [...kept.values()];
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
