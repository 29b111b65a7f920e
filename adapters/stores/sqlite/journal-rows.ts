// Journals as rows: appends entries with their chain of seals, and verifies the seals when it reads them.

import {
  StoreError,
  parseEnvelope,
  attachmentHashOf,
  type Append,
  type Envelope,
  type Event,
  type EventQuery,
  type InPieces,
  type Input,
  type JournalEntry,
} from '../../../core/index.ts';
import { insertAttachments, type NewAttachment } from './attachment-rows.ts';
import { damaged, parsed } from '../damage.ts';
import { rowsPerWorld } from './schema.ts';
import { isSealOfInput, sealOfInput } from '../seal.ts';
import {
  rowsPerInsertion,
  type EventRow,
  type InputRow,
  type Insertion,
  type Statements,
  type Value,
  type WorldRow,
} from './statements.ts';
import { segmentsOf, worldRow, type Segment } from './world-rows.ts';

/** The events of one piece: some milliseconds of work. */
const eventsPerPiece = 1_000;

/** The row of a world that is at this input. Throws StoreError 'unknown-world' or 'conflict'. */
export function rowAt(statements: Statements, world: string, input: number): WorldRow {
  const row = worldRow(statements, world);
  if (row.inputs === input) return row;
  throw new StoreError('conflict', `World '${world}' is at input ${row.inputs}, not at ${input}.`);
}

/**
 * Appends entries with their attachments. Returns the length of their texts and attachments. Throws StoreError 'conflict' or
 * 'unknown-world', before anything is written, unless they follow the last entry.
 */
export function appendEntries(
  statements: Statements,
  { world, expectedInput, entries, wakeAfterMs = null }: Append,
  attachmentBytesMax: number,
): number {
  const head = rowAt(statements, world, expectedInput);
  const base = head.id * rowsPerWorld;
  let { inputs, seal } = head;
  let length = 0;
  const inputValues: Value[] = [];
  const eventValues: Value[] = [];
  const attachments: NewAttachment[] = [];
  for (const { input, events, digest, attachment: bytes } of entries) {
    const rows = events.map(({ position, text, event }) => {
      const aside = event.aside === undefined ? null : JSON.stringify(event.aside);
      eventValues.push(base + position, text, aside);
      length += text.length;
      return { aside };
    });
    const text = JSON.stringify(input); // members in the order in which the engine and the schemas create them
    inputs = input.n;
    seal = sealOfInput(seal, { text, digest }, rows);
    const first = events[0]?.position ?? 0;
    inputValues.push(base + inputs, text, first, events.length, digest, seal);
    length += text.length;
    if (attachmentHashOf(input) !== undefined) attachments.push({ key: base + inputs, bytes });
  }
  insert(statements.insertInputs, inputValues);
  insert(statements.insertEvents, eventValues);
  statements.setHead.run(inputs, seal, wakeAfterMs, head.id);
  if (attachments.length > 0) {
    length += insertAttachments(statements, attachments, attachmentBytesMax);
  }
  return length;
}

/** Inserts rows; `values` has the values of all rows, one row after the other. */
function insert({ columns, one, many }: Insertion, values: readonly Value[]): void {
  const atOnce = columns * rowsPerInsertion;
  let at = 0;
  for (; at + atOnce <= values.length; at += atOnce) many.run(values.slice(at, at + atOnce));
  for (; at < values.length; at += columns) one.run(values.slice(at, at + columns));
}

/**
 * Entries from an input on; yields between the pieces of long ones. Throws StoreError 'damaged' if they are not as written; see
 * EventStore for their events.
 */
export function* readEntries(
  statements: Statements,
  world: string,
  fromInput: number,
  limit: number,
): InPieces<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  const leaf = worldRow(statements, world);
  const segments = segmentsOf(statements, leaf, ({ base_inputs: shared }) => shared < fromInput);
  for (const segment of segments) {
    const from = Math.max(fromInput + entries.length, segment.first);
    const count = Math.min(limit - entries.length, segment.last - from + 1);
    if (count < 1) continue;
    for (const entry of yield* readSegment(statements, world, segment, from, count)) {
      entries.push(entry);
    }
  }
  return entries;
}

/** The events of a query. */
export function readEvents(
  statements: Statements,
  world: string,
  { from, limit, type, stream }: EventQuery,
): readonly Envelope<Event>[] {
  const events: Envelope<Event>[] = [];
  const leaf = worldRow(statements, world);
  const segments = segmentsOf(statements, leaf, ({ base_position: shared }) => shared < from);
  for (const segment of segments) {
    const first = Math.max(from, segment.firstPosition + 1);
    const end = Math.min(segment.lastPosition + 1, rowsPerWorld);
    const left = limit - events.length;
    if (left < 1 || first >= end) continue;
    const base = segment.id * rowsPerWorld;
    const span = [base + first, base + end] as const;
    const [withType, inStream] = [type ?? null, stream ?? null];
    const rows =
      withType === null && inStream === null
        ? statements.events.all(...span, left)
        : statements.eventsWhere.all(...span, withType, withType, inStream, inStream, left);
    for (const row of rows) events.push(envelopeOf(row, base, world));
  }
  return events;
}

/** `count` entries of a segment. Throws StoreError 'damaged' if one is missing. */
function* readSegment(
  statements: Statements,
  world: string,
  segment: Segment,
  from: number,
  count: number,
): InPieces<readonly JournalEntry[]> {
  const base = segment.id * rowsPerWorld;
  const inputs = statements.inputs.all(base + from, base + from + count, count);
  const rows = yield* eventRows(statements, base, inputs);
  let next = 0; // events lie in the order of their inputs
  let seal = from === segment.first ? segment.start : statements.sealAt.get(base + from - 1)?.seal;
  const entries: JournalEntry[] = [];
  let parsedCount = 0;
  for (const [index, row] of inputs.entries()) {
    const n = from + index;
    if (row.key - base !== n) throw damaged(world, `input ${n} is missing`);
    const events = rows.slice(next, next + row.events);
    next += row.events;
    checkEvents(row, base, events, world);
    const envelopes: Envelope<Event>[] = [];
    for (const event of events) {
      envelopes.push(envelopeOf(event, base, world));
      parsedCount += 1;
      if (parsedCount % eventsPerPiece === 0) yield;
    }
    const input = parsed(row.text, world, `input ${n}`) as Input;
    entries.push({ input, events: envelopes, digest: row.digest });
    if (!isSealOfInput(row.seal, seal ?? '', row, events)) {
      throw damaged(world, `input ${n} or its events were edited`);
    }
    ({ seal } = row);
  }
  const last = from - 1 + inputs.length;
  if (inputs.length < count) throw damaged(world, `input ${last + 1} is missing`);
  if (last === segment.last && seal !== segment.end) {
    throw damaged(world, `input ${last} or its record was edited`);
  }
  return entries;
}

/** The events of these inputs, by position. */
function* eventRows(
  statements: Statements,
  base: number,
  inputs: readonly InputRow[],
): InPieces<readonly EventRow[]> {
  const filled = inputs.filter((row) => row.events > 0);
  const [first, last] = [filled[0], filled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows: EventRow[] = [];
  let from = base + first.first_event;
  const end = base + last.first_event + last.events;
  for (;;) {
    const piece = statements.events.all(from, end, eventsPerPiece);
    for (const row of piece) rows.push(row);
    if (piece.length < eventsPerPiece) return rows;
    from = (piece.at(-1)?.key ?? end) + 1;
    yield;
  }
}

function checkEvents(
  row: InputRow,
  base: number,
  events: readonly EventRow[],
  world: string,
): void {
  for (let index = 0; index < row.events; index += 1) {
    const position = row.first_event + index;
    if (events[index]?.key !== base + position)
      throw damaged(world, `event ${position} is missing`);
  }
}

function envelopeOf(row: EventRow, base: number, world: string): Envelope<Event> {
  try {
    const aside = row.aside === null ? undefined : (JSON.parse(row.aside) as Event['aside']);
    return parseEnvelope(row.text, aside);
  } catch {
    throw damaged(world, `event ${row.key - base} is not readable`);
  }
}
