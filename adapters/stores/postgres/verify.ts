// Verifies a world when it is claimed: its record, its ancestors, and the ends of its journal. The entries between are verified by
// their seals when they are read. Also finds what belongs to no world.

import { StoreError } from '../../../core/index.ts';
import { damaged } from '../damage.ts';
import type { RunSql } from './connection.ts';
import { readEntries } from './journal-rows.ts';
import {
  partsFrom,
  readStart,
  recordIn,
  startOf,
  worldColumns,
  type PartRows,
  type RecordedRow,
} from './world-rows.ts';

/** Rejects with StoreError 'damaged' if a world's record, its ancestors, or an end of its journal is not as written. */
export async function checkWorld(run: RunSql, row: RecordedRow, name: string): Promise<void> {
  recordIn(row.record, name);
  await checkLineage(run, name);
  await checkEnds(run, row, name);
  const first = row.base_inputs + 1;
  // The seal of the first own input covers the record: loading from a snapshot would not read it.
  if (row.inputs >= first) await readEntries(run, name, first, 1);
  else if (row.seal !== startOf(row)) throw damaged(name, 'its record was edited');
}

/** The parent of each fork exists, with the same seal at the branching point. */
async function checkLineage(run: RunSql, name: string): Promise<void> {
  const parts = await partsFrom(run, name);
  for (const [index, { row }] of parts.entries()) {
    const parent = parts[index - 1];
    if (parent === undefined) continue;
    if ((await sealIn(run, parent, row.base_inputs, name)) !== row.base_seal) {
      throw damaged(name, 'its parent was edited');
    }
  }
}

/** The seal of one of a part's own inputs, or the seal before the first. */
async function sealIn(
  run: RunSql,
  { row, first }: PartRows,
  input: number,
  name: string,
): Promise<string | undefined> {
  if (input < first) return readStart(run, row, name);
  const [found] = await run<{ readonly seal: string }>(
    'SELECT seal FROM reprise_inputs WHERE world = $1 AND n = $2',
    [row.id, input],
  );
  return found?.seal;
}

interface Ends {
  readonly input: number | null;
  readonly seal: string | null;
  /** The last event of the last input with events. */
  readonly expected: number | null;
  readonly event: number | null;
  readonly attachment: number | null;
}

/** A journal begins at its base and ends at its head, and its last event belongs to its last input with events. */
async function checkEnds(run: RunSql, row: RecordedRow, name: string): Promise<void> {
  const { id, inputs, parent, base_inputs, base_position, base_seal } = row;
  if (parent === null && (base_inputs !== 0 || base_position !== 0 || base_seal !== null)) {
    throw damaged(name, 'its record was edited');
  }
  const [ends] = await run<Ends>(
    `SELECT (SELECT max(n) FROM reprise_inputs WHERE world = $1) AS input,
      (SELECT seal FROM reprise_inputs WHERE world = $1 ORDER BY n DESC LIMIT 1) AS seal,
      (SELECT first_event + events - 1 FROM reprise_inputs
        WHERE world = $1 AND events > 0 ORDER BY n DESC LIMIT 1) AS expected,
      (SELECT max(position) FROM reprise_events WHERE world = $1) AS event,
      (SELECT max(input) FROM reprise_attachments WHERE world = $1) AS attachment`,
    [id],
  );
  const last = ends?.input ?? base_inputs;
  if (last < inputs) throw damaged(name, `input ${inputs} is missing`);
  if (last > inputs) throw damaged(name, `input ${last} is after its end`);
  if ((ends?.seal ?? row.seal) !== row.seal) {
    throw damaged(name, `input ${last} or its head was edited`);
  }
  const expected = ends?.expected ?? base_position;
  const event = ends?.event ?? base_position;
  if (event < expected) throw damaged(name, `event ${expected} is missing`);
  if (event > expected) throw damaged(name, `event ${event} belongs to no input`);
  if ((ends?.attachment ?? 0) <= inputs) return;
  throw damaged(name, `the attachment of input ${ends?.attachment ?? 0} belongs to no input`);
}

/** The number of worlds that are checked at once. */
const worldsPerPage = 1_000;
const orphansMax = 100;

/** See EventStore. */
export async function defectsIn(run: RunSql, place: string): Promise<readonly StoreError[]> {
  const defects = await orphans(run, place);
  for (let after: string | null = null; ;) {
    const rows: readonly RecordedRow[] = await run<RecordedRow>(
      `SELECT ${worldColumns}, record FROM reprise_worlds
      WHERE name IS NOT NULL AND ($1::text IS NULL OR name > $1) ORDER BY name LIMIT $2`,
      [after, worldsPerPage],
    );
    for (const row of rows) {
      const { name } = row;
      const defect = name === null ? undefined : await defectOf(run, row, name);
      if (defect !== undefined) defects.push(defect);
    }
    after = rows.at(-1)?.name ?? null;
    if (rows.length < worldsPerPage || after === null) return defects;
  }
}

async function defectOf(
  run: RunSql,
  row: RecordedRow,
  name: string,
): Promise<StoreError | undefined> {
  try {
    await checkWorld(run, row, name);
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.code === 'unknown-world' ? undefined : error; // it was removed meanwhile
  }
}

/** Rows whose world is missing, and a wrong count of attachments. */
async function orphans(run: RunSql, place: string): Promise<StoreError[]> {
  const tables = ['inputs', 'events', 'attachments', 'snapshots', 'pages'];
  const worlds = tables.map(
    (table) => `SELECT DISTINCT t.world FROM reprise_${table} t
      WHERE NOT EXISTS (SELECT 1 FROM reprise_worlds w WHERE w.id = t.world)`,
  );
  const rows = await run<{ readonly world: number }>(
    `${worlds.join(' UNION ')} ORDER BY world LIMIT ${orphansMax}`,
  );
  const [bytes] = await run<{ readonly stored: number; readonly counted: number }>(
    `SELECT attachment_bytes AS counted,
      (SELECT coalesce(sum(octet_length(bytes)), 0)::bigint FROM reprise_attachments) AS stored
    FROM reprise_store`,
  );
  const reasons = rows.map(
    ({ world }) => `it has the log of world number ${world} but not the world`,
  );
  if (bytes === undefined || bytes.stored !== bytes.counted) {
    const { stored = 0, counted = 'none' } = bytes ?? {};
    reasons.push(`it has ${stored} bytes of attachments instead of ${counted}`);
  }
  return reasons.map((reason) => new StoreError('damaged', `${place} is damaged: ${reason}.`));
}
