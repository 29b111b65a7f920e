// New entries of journals as values of one statement: their rows with seals, and the SQL that inserts them.

import { attachmentHashOf, type JournalEntry } from '../../../core/index.ts';
import { sealOfInput } from '../seal.ts';
import type { SqlValue } from './connection.ts';

/** Columns as lists of equal length, one for each parameter. */
interface NewRows {
  readonly inputs: readonly [
    keys: number[],
    numbers: number[],
    texts: string[],
    firstEvents: number[],
    events: number[],
    digests: string[],
    seals: string[],
  ];
  readonly events: readonly [
    keys: number[],
    positions: number[],
    texts: string[],
    asides: (string | null)[],
  ];
  readonly attachments: readonly [keys: number[], inputs: number[], bytes: (Uint8Array | null)[]];
}

export interface SealedRows {
  /** Adds entries of the world with that key. Returns the last input and its seal. */
  readonly add: (
    key: number,
    before: { readonly inputs: number; readonly seal: string },
    entries: readonly JournalEntry[],
  ) => { readonly inputs: number; readonly seal: string };
  /**
   * Common table expressions that insert the rows of worlds in `moved`, a preceding one with the columns `id` and `key`, and the
   * values of their parameters, which follow `count` others.
   */
  readonly sql: (count: number) => InsertedRows;
}

export interface InsertedRows {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** Whether an attachment has bytes. */
  readonly hasBytes: boolean;
}

export function createSealedRows(): SealedRows {
  const rows: NewRows = {
    inputs: [[], [], [], [], [], [], []],
    events: [[], [], [], []],
    attachments: [[], [], []],
  };
  const [inputKeys, numbers, texts, firstEvents, eventCounts, digests, seals] = rows.inputs;
  const [eventKeys, positions, eventTexts, asides] = rows.events;
  const [attachmentKeys, attachmentInputs, bytes] = rows.attachments;

  function addEvent(key: number, { position, text, event }: JournalEntry['events'][number]) {
    const aside = event.aside === undefined ? null : JSON.stringify(event.aside);
    eventKeys.push(key);
    positions.push(position);
    eventTexts.push(text);
    asides.push(aside);
    return { aside };
  }

  return {
    add(key, before, entries) {
      let { inputs, seal } = before;
      for (const { input, events, digest, attachment } of entries) {
        const added = events.map((event) => addEvent(key, event));
        const text = JSON.stringify(input); // members in the order in which the engine and the schemas create them
        inputs = input.n;
        seal = sealOfInput(seal, { text, digest }, added);
        inputKeys.push(key);
        numbers.push(inputs);
        texts.push(text);
        firstEvents.push(events[0]?.position ?? 0);
        eventCounts.push(events.length);
        digests.push(digest);
        seals.push(seal);
        if (attachmentHashOf(input) === undefined) continue;
        attachmentKeys.push(key);
        attachmentInputs.push(inputs);
        bytes.push(attachment ?? null);
      }
      return { inputs, seal };
    },
    sql: (count) => insertions(rows, count),
  };
}

function insertions({ inputs, events, attachments }: NewRows, count: number): InsertedRows {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  /** The next parameter. */
  const given = (value: SqlValue): string => `$${count + values.push(value)}`;
  if (inputs[0].length > 0) {
    const [keys, numbers, texts, firstEvents, eventCounts, digests, seals] = inputs;
    const lists = [
      integers(given(arrayOf(keys))),
      integers(given(arrayOf(numbers))),
      lines(given(texts.join('\n'))),
      integers(given(arrayOf(firstEvents))),
      integers(given(arrayOf(eventCounts))),
      lines(given(digests.join('\n'))),
      lines(given(seals.join('\n'))),
    ];
    parts.push(`new_inputs AS (
      INSERT INTO reprise_inputs (world, n, text, first_event, events, digest, seal)
      SELECT m.id, i.n, i.text, i.first_event, i.events, i.digest, i.seal
      FROM unnest(${lists.join(', ')}) AS i (key, n, text, first_event, events, digest, seal)
      JOIN moved m ON m.key = i.key
    )`);
  }
  if (events[0].length > 0) {
    const [keys, positions, texts, asides] = events;
    const lists = [
      integers(given(arrayOf(keys))),
      integers(given(arrayOf(positions))),
      lines(given(texts.join('\n'))),
      lines(given(asides.map((aside) => aside ?? '').join('\n'))),
    ];
    parts.push(`new_events AS (
      INSERT INTO reprise_events (world, position, text, aside)
      SELECT m.id, e.position, e.text, nullif(e.aside, '')
      FROM unnest(${lists.join(', ')}) AS e (key, position, text, aside)
      JOIN moved m ON m.key = e.key
    )`);
  }
  if (attachments[0].length > 0) {
    const [keys, numbers, bytes] = attachments;
    const lists = [
      integers(given(arrayOf(keys))),
      integers(given(arrayOf(numbers))),
      `${given(bytes)}::bytea[]`,
    ];
    parts.push(...attachmentInsertions(`unnest(${lists.join(', ')})`));
  }
  const hasBytes = attachments[2].some((bytes) => bytes !== null);
  return { text: parts.map((part) => `, ${part}`).join(''), values, hasBytes };
}

/** An array in the text form of PostgreSQL: the package would take a second for some 100,000 items. */
const arrayOf = (items: readonly number[]) => `{${items.join(',')}}`;
const integers = (parameter: string) => `${parameter}::bigint[]`;
/** Texts as one, which the server splits: JSON and hashes have no line breaks. */
const lines = (parameter: string) => `string_to_array(${parameter}::text, E'\\n')`;

/** Counts the attachments with bytes, and inserts all; those without bytes are as dropped ones. */
function attachmentInsertions(given: string): readonly string[] {
  return [
    `new_bytes AS (
      SELECT count(*) AS count, coalesce(sum(octet_length(a.bytes)), 0) AS bytes
      FROM ${given} AS a (key, input, bytes) JOIN moved m ON m.key = a.key
      WHERE a.bytes IS NOT NULL
    )`,
    `counted AS (
      UPDATE reprise_store s
      SET attachments = s.attachments + b.count, attachment_bytes = s.attachment_bytes + b.bytes
      FROM new_bytes b WHERE s.id = 1 AND b.count > 0
      RETURNING s.attachments - b.count AS before
    )`,
    `new_attachments AS (
      INSERT INTO reprise_attachments (world, input, ordinal, bytes)
      SELECT m.id, a.input,
        CASE WHEN a.bytes IS NOT NULL THEN
          c.before + row_number() OVER (PARTITION BY a.bytes IS NULL ORDER BY a.place)
        END,
        a.bytes
      FROM ${given} WITH ORDINALITY AS a (key, input, bytes, place)
      JOIN moved m ON m.key = a.key LEFT JOIN counted c ON true
    )`,
  ];
}
