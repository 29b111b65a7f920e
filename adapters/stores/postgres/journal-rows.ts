// Journals as rows: reads entries and events in pieces, and verifies the seals of entries.

import {
  parseEnvelope,
  type Envelope,
  type Event,
  type EventQuery,
  type Input,
  type JournalEntry,
} from '../../../core/index.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import { damaged, parsed } from '../damage.ts';
import { isSealOfInput } from '../seal.ts';
import type { RunSql } from './connection.ts';
import { checkIsThere, partsFrom, readStart, type PartRows } from './world-rows.ts';

interface InputRow {
  readonly n: number;
  readonly text: string;
  readonly first_event: number;
  readonly events: number;
  readonly digest: string;
  readonly seal: string;
}

interface EventRow {
  readonly position: number;
  readonly text: string;
  readonly aside: string | null;
}

/** The rows of one query: some milliseconds of work. */
const inputsPerPiece = 1_000;
const eventsPerPiece = 2_000;

/** See EventStore. */
export async function readEntries(
  run: RunSql,
  world: string,
  fromInput: number,
  limit: number,
): Promise<readonly JournalEntry[]> {
  const parts = await partsFrom(run, world, { input: fromInput });
  return ofPresentWorld(run, parts, world, async () => {
    const entries: JournalEntry[] = [];
    for (const part of parts) {
      let seal: string | undefined;
      for (;;) {
        const from = Math.max(fromInput + entries.length, part.first);
        const left = Math.min(limit - entries.length, part.last - from + 1);
        if (left < 1) break;
        const count = Math.min(left, inputsPerPiece);
        const before = seal ?? (await sealBefore(run, part, from, world));
        const piece = await readPiece(run, world, part, { from, count, seal: before });
        for (const entry of piece.entries) entries.push(entry);
        ({ seal } = piece);
      }
    }
    return entries;
  });
}

/** Rows are missing if the world was removed meanwhile: rejects with StoreError 'unknown-world' then, rather than 'damaged'. */
async function ofPresentWorld<T>(
  run: RunSql,
  parts: readonly PartRows[],
  world: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } finally {
    const leaf = parts.at(-1)?.row;
    if (leaf !== undefined) await checkIsThere(run, leaf, world);
  }
}

async function sealBefore(
  run: RunSql,
  { row, first }: PartRows,
  input: number,
  world: string,
): Promise<string> {
  if (input === first) return readStart(run, row, world);
  const [before] = await run<Pick<InputRow, 'seal'>>(
    'SELECT seal FROM reprise_inputs WHERE world = $1 AND n = $2',
    [row.id, input - 1],
  );
  return before?.seal ?? '';
}

/** Some entries of a part, and the seal of the last. Rejects with StoreError 'damaged' if they are not as written. */
async function readPiece(
  run: RunSql,
  world: string,
  { row: { id }, last: lastOfPart, end }: PartRows,
  { from, count, seal: before }: { from: number; count: number; seal: string },
): Promise<{ readonly entries: readonly JournalEntry[]; readonly seal: string }> {
  const inputs = await run<InputRow>(
    `SELECT n, text, first_event, events, digest, seal FROM reprise_inputs
    WHERE world = $1 AND n >= $2 AND n < $3 ORDER BY n`,
    [id, from, from + count],
  );
  const rows = await eventRows(run, id, inputs);
  let next = 0; // events lie in the order of their inputs
  let seal = before;
  const entries: JournalEntry[] = [];
  let untilBreak = eventsPerPiece;
  for (const [index, row] of inputs.entries()) {
    const n = from + index;
    if (row.n !== n) throw damaged(world, `input ${n} is missing`);
    const events = rows.slice(next, next + row.events);
    next += row.events;
    checkEvents(row, events, world);
    const envelopes: Envelope<Event>[] = [];
    for (const event of events) {
      envelopes.push(envelopeOf(event, world));
      untilBreak -= 1;
      if (untilBreak > 0) continue;
      untilBreak = eventsPerPiece;
      await nextLoopTurn();
    }
    const input = parsed(row.text, world, `input ${n}`) as Input;
    entries.push({ input, events: envelopes, digest: row.digest });
    if (!isSealOfInput(row.seal, seal, row, events)) {
      throw damaged(world, `input ${n} or its events were edited`);
    }
    ({ seal } = row);
  }
  const last = from - 1 + inputs.length;
  if (inputs.length < count) throw damaged(world, `input ${last + 1} is missing`);
  if (last === lastOfPart && seal !== end) {
    throw damaged(world, `input ${last} or its record was edited`);
  }
  return { entries, seal };
}

/** The events of these inputs, by position. */
async function eventRows(
  run: RunSql,
  world: number,
  inputs: readonly InputRow[],
): Promise<readonly EventRow[]> {
  const filled = inputs.filter((row) => row.events > 0);
  const [first, last] = [filled[0], filled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows: EventRow[] = [];
  const end = last.first_event + last.events;
  for (let from = first.first_event; ;) {
    const piece = await eventsBetween(run, world, { from, end, limit: eventsPerPiece });
    for (const row of piece) rows.push(row);
    if (piece.length < eventsPerPiece) return rows;
    from = (piece.at(-1)?.position ?? end) + 1;
  }
}

interface EventSpan {
  readonly from: number;
  readonly end: number;
  readonly limit: number;
  /** A text that the rows contain. */
  readonly containing?: readonly string[];
}

async function eventsBetween(
  run: RunSql,
  world: number,
  { from, end, limit, containing = [] }: EventSpan,
): Promise<readonly EventRow[]> {
  const filters = containing.map((_text, index) => ` AND strpos(text, $${index + 5}) > 0`);
  return run<EventRow>(
    `SELECT position, text, aside FROM reprise_events
    WHERE world = $1 AND position >= $2 AND position < $3${filters.join('')}
    ORDER BY position LIMIT $4`,
    [world, from, end, limit, ...containing],
  );
}

function checkEvents(row: InputRow, events: readonly EventRow[], world: string): void {
  for (let index = 0; index < row.events; index += 1) {
    const position = row.first_event + index;
    if (events[index]?.position !== position) throw damaged(world, `event ${position} is missing`);
  }
}

/** The events of a query; see EventStore. */
export async function readEvents(
  run: RunSql,
  world: string,
  { from, limit, type, stream }: EventQuery,
): Promise<readonly Envelope<Event>[]> {
  const parts = await partsFrom(run, world, { position: from });
  // PostgreSQL's own JSON refuses some texts, such as those with \u0000. The canonical text has these members as they are here, and
  // perhaps in its data, too: the envelope decides.
  const containing = [
    ...(stream === undefined ? [] : [`"stream":${JSON.stringify(stream)}`]),
    ...(type === undefined ? [] : [`"type":${JSON.stringify(type)}`]),
  ];
  const isWanted = ({ event, stream: own }: Envelope<Event>) =>
    (type === undefined || event.type === type) && (stream === undefined || own === stream);
  return ofPresentWorld(run, parts, world, async () => {
    const events: Envelope<Event>[] = [];
    for (const { row, firstPosition, lastPosition } of parts) {
      let first = Math.max(from, firstPosition + 1);
      const end = Math.min(lastPosition, Number.MAX_SAFE_INTEGER - 1) + 1;
      while (events.length < limit && first < end) {
        const atMost = Math.min(limit - events.length, eventsPerPiece);
        const span = { from: first, end, limit: atMost, containing };
        const rows = await eventsBetween(run, row.id, span);
        for (const event of rows) {
          const envelope = envelopeOf(event, world);
          if (isWanted(envelope)) events.push(envelope);
        }
        if (rows.length < atMost) break;
        first = (rows.at(-1)?.position ?? end) + 1;
      }
    }
    return events;
  });
}

function envelopeOf(row: EventRow, world: string): Envelope<Event> {
  try {
    const aside = row.aside === null ? undefined : (JSON.parse(row.aside) as Event['aside']);
    return parseEnvelope(row.text, aside);
  } catch {
    throw damaged(world, `event ${row.position} is not readable`);
  }
}
