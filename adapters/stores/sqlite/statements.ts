// All statements of the store, prepared once.

import type { Database } from 'better-sqlite3';
import type { RemovedName, SnapshotPage } from '../../../core/index.ts';
import type { RecordingRow } from '../recording-row.ts';
import type { TenantRow } from '../tenant-limits.ts';

/** Runs work on the open file. */
export type RunWork = <T>(work: () => T) => T;

export interface WorldRow {
  readonly id: number;
  /** Null once the world is removed. */
  readonly name: string | null;
  readonly record: string;
  /** The last input and its seal. */
  readonly inputs: number;
  readonly seal: string;
  /** For forks: the number of the world with the rows before its own, the last shared input and position, and the seal there. */
  readonly parent: number | null;
  readonly base_inputs: number;
  readonly base_position: number;
  readonly base_seal: string | null;
  /** See WakeDelay. */
  readonly wake_after: number | null;
  readonly sleep: string | null;
}

export interface InputRow {
  readonly key: number;
  readonly text: string;
  readonly first_event: number;
  readonly events: number;
  readonly digest: string;
  readonly seal: string;
}

export interface EventRow {
  readonly key: number;
  readonly text: string;
  readonly aside: string | null;
}

export interface SnapshotRow {
  readonly inputs: number;
  readonly position: number;
  readonly head: string;
  readonly seal: string;
}

/** A prepared statement. */
export interface Query<Params extends unknown[], Row = unknown> {
  all(...params: Params): Row[];
  get(...params: Params): Row | undefined;
  run(...params: Params): { readonly changes: number };
}

export interface AttachmentRow {
  readonly key: number;
  /** Older ones have smaller ordinals. Null if the bytes were dropped. */
  readonly ordinal: number | null;
  readonly bytes: Uint8Array | null;
}

export type Value = string | number | null;

/** Inserts rows, one or `rowsPerInsertion` at a time: running a statement costs as much as inserting a short row. */
export interface Insertion {
  readonly columns: number;
  readonly one: Query<[readonly Value[]]>;
  readonly many: Query<[readonly Value[]]>;
}

export const rowsPerInsertion = 8;

type Filter = string | null;
type Span = [from: number, end: number];
type PageKey = [world: number, collection: string, page: number];

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: Database) {
  return {
    ...worldStatements(database),
    ...journalStatements(database),
    ...attachmentStatements(database),
    ...snapshotStatements(database),
    ...tenantStatements(database),
    ...useStatements(database),
    ...recordingStatements(database),
  };
}

/** Of the rows of a world: its inputs, or its events. */
const span = 'WHERE key >= ? AND key < ?';

type Prepare = <Params extends unknown[], Row = unknown>(sql: string) => Query<Params, Row>;

function preparing(database: Database): Prepare {
  return <Params extends unknown[], Row>(sql: string): Query<Params, Row> =>
    database.prepare<Params, Row>(sql);
}

function bulk(prepare: Prepare, into: string, columns: number): Insertion {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const rows = Array.from({ length: rowsPerInsertion }, () => row).join(', ');
  return {
    columns,
    one: prepare(`${into} VALUES ${row}`),
    many: prepare(`${into} VALUES ${rows}`),
  };
}

function worldStatements(database: Database) {
  const prepare = preparing(database);
  return {
    worlds: prepare<[after: string, limit: number], WorldRow>(
      'SELECT * FROM worlds WHERE name > ? ORDER BY name LIMIT ?',
    ),
    wakes: prepare<[after: string, limit: number], { world: string; afterMs: number }>(
      'SELECT name AS world, wake_after AS afterMs FROM worlds WHERE name > ? AND wake_after IS NOT NULL ORDER BY name LIMIT ?',
    ),
    allWorlds: prepare<[], WorldRow>('SELECT * FROM worlds ORDER BY id'),
    world: prepare<[id: number], WorldRow>('SELECT * FROM worlds WHERE id = ?'),
    worldNamed: prepare<[name: string], WorldRow>('SELECT * FROM worlds WHERE name = ?'),
    lastWorld: prepare<[], Pick<WorldRow, 'id'>>('SELECT id FROM worlds ORDER BY id DESC LIMIT 1'),
    freeWorld: prepare<[], Pick<WorldRow, 'id'>>(
      'SELECT id + 1 AS id FROM worlds w WHERE NOT EXISTS (SELECT 1 FROM worlds WHERE id = w.id + 1) ORDER BY id LIMIT 1',
    ),
    insertWorld: prepare<[number, string, string, number, string, wakeAfter: number | null]>(
      'INSERT INTO worlds (id, name, record, inputs, seal, wake_after) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    setBase: prepare<[parent: number, inputs: number, position: number, seal: string, id: number]>(
      'UPDATE worlds SET parent = ?, base_inputs = ?, base_position = ?, base_seal = ? WHERE id = ?',
    ),
    setHead: prepare<[inputs: number, seal: string, wakeAfter: number | null, id: number]>(
      'UPDATE worlds SET inputs = ?, seal = ?, wake_after = ? WHERE id = ?',
    ),
    sleep: prepare<[wakeAfter: number | null, state: string, id: number]>(
      'UPDATE worlds SET wake_after = ?, sleep = ? WHERE id = ?',
    ),
    begun: prepare<[name: string], { begun: number }>(
      'SELECT begun FROM removed_names WHERE name = ?',
    ),
    /** Its last removal is the newest one. */
    setBegun: prepare<[name: string, begun: number, sameName: string]>(
      'INSERT OR REPLACE INTO removed_names (name, begun) VALUES (?, max(?, coalesce((SELECT begun FROM removed_names WHERE name = ?), 0)))',
    ),
    forgetNames: prepare<[count: number]>(
      'DELETE FROM removed_names WHERE id <= (SELECT id FROM removed_names ORDER BY id DESC LIMIT 1 OFFSET ?)',
    ),
    removedNames: prepare<[limit: number, offset: number], RemovedName>(
      'SELECT name, begun FROM removed_names ORDER BY id LIMIT ? OFFSET ?',
    ),
    raiseBegun: prepare<[name: string, begun: number]>(
      'INSERT INTO removed_names (name, begun) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET begun = max(begun, excluded.begun)',
    ),
    unnamedWorlds: prepare<[], Pick<WorldRow, 'id'>>('SELECT id FROM worlds WHERE name IS NULL'),
    clearName: prepare<[id: number]>(
      'UPDATE worlds SET name = NULL, wake_after = NULL, sleep = NULL WHERE id = ?',
    ),
    lastForkPoint: prepare<[parent: number], { inputs: number | null; position: number | null }>(
      'SELECT max(base_inputs) AS inputs, max(base_position) AS position FROM worlds WHERE parent = ?',
    ),
    deleteWorld: prepare<[id: number]>('DELETE FROM worlds WHERE id = ?'),
    /** All worlds and those with a name, by the rows and by the count. */
    worldCount: prepare<[], { worlds: number; named: number; rows: number; names: number }>(
      'SELECT worlds, named, (SELECT count(*) FROM worlds) AS rows, (SELECT count(name) FROM worlds) AS names FROM census',
    ),
    countOpening: prepare<[], { openings: number }>(
      'UPDATE census SET openings = openings + 1 RETURNING openings',
    ),
    openings: prepare<[], { openings: number }>('SELECT openings FROM census'),
    raiseOpenings: prepare<[least: number]>('UPDATE census SET openings = max(openings, ?)'),
    count: prepare<[worlds: number, named: number]>(
      'UPDATE census SET worlds = worlds + ?, named = named + ?',
    ),
  };
}

function journalStatements(database: Database) {
  const prepare = preparing(database);
  return {
    firstInput: prepare<Span, Pick<InputRow, 'key'>>(
      `SELECT key FROM inputs ${span} ORDER BY key LIMIT 1`,
    ),
    firstEvent: prepare<Span, Pick<EventRow, 'key'>>(
      `SELECT key FROM events ${span} ORDER BY key LIMIT 1`,
    ),
    lastInput: prepare<Span, Pick<InputRow, 'key' | 'seal'>>(
      `SELECT key, seal FROM inputs ${span} ORDER BY key DESC LIMIT 1`,
    ),
    lastEvent: prepare<Span, Pick<EventRow, 'key'>>(
      `SELECT key FROM events ${span} ORDER BY key DESC LIMIT 1`,
    ),
    lastFilledInput: prepare<Span, Pick<InputRow, 'first_event' | 'events'>>(
      `SELECT first_event, events FROM inputs ${span} AND events > 0 ORDER BY key DESC LIMIT 1`,
    ),

    inputText: prepare<[key: number], Pick<InputRow, 'text'>>(
      'SELECT text FROM inputs WHERE key = ?',
    ),
    sealAt: prepare<[key: number], Pick<InputRow, 'seal'>>('SELECT seal FROM inputs WHERE key = ?'),
    insertInputs: bulk(
      prepare,
      'INSERT INTO inputs (key, text, first_event, events, digest, seal)',
      6,
    ),
    insertEvents: bulk(prepare, 'INSERT INTO events (key, text, aside)', 3),
    inputs: prepare<[...Span, limit: number], InputRow>(
      `SELECT * FROM inputs ${span} ORDER BY key LIMIT ?`,
    ),
    events: prepare<[...Span, limit: number], EventRow>(
      `SELECT key, text, aside FROM events ${span} ORDER BY key LIMIT ?`,
    ),
    eventsWhere: prepare<
      [...Span, ...types: [Filter, Filter], ...streams: [Filter, Filter], limit: number],
      EventRow
    >(
      `SELECT key, text, aside FROM events ${span}` +
        " AND (? IS NULL OR text ->> '$.type' = ?) AND (? IS NULL OR text ->> '$.stream' = ?)" +
        ' ORDER BY key LIMIT ?',
    ),
    deleteInputs: prepare<[...Span, limit: number]>(
      `DELETE FROM inputs WHERE key IN (SELECT key FROM inputs ${span} LIMIT ?)`,
    ),
    deleteEvents: prepare<[...Span, limit: number]>(
      `DELETE FROM events WHERE key IN (SELECT key FROM events ${span} LIMIT ?)`,
    ),
  };
}

function attachmentStatements(database: Database) {
  const prepare = preparing(database);
  return {
    attachment: prepare<[key: number], AttachmentRow>('SELECT * FROM attachments WHERE key = ?'),
    insertAttachment: prepare<[key: number, ordinal: number | null, bytes: AttachmentRow['bytes']]>(
      'INSERT INTO attachments (key, ordinal, bytes) VALUES (?, ?, ?)',
    ),
    lastAttachmentOrdinal: prepare<[], { ordinal: number }>(
      'SELECT ordinal FROM attachments WHERE ordinal IS NOT NULL ORDER BY ordinal DESC LIMIT 1',
    ),
    oldestAttachment: prepare<[], { key: number; length: number }>(
      'SELECT key, length(bytes) AS length FROM attachments WHERE ordinal IS NOT NULL ORDER BY ordinal LIMIT 1',
    ),
    dropAttachment: prepare<[key: number]>(
      'UPDATE attachments SET ordinal = NULL, bytes = NULL WHERE key = ? AND bytes IS NOT NULL',
    ),
    firstAttachment: prepare<Span, Pick<AttachmentRow, 'key'>>(
      `SELECT key FROM attachments ${span} ORDER BY key LIMIT 1`,
    ),
    lastAttachment: prepare<Span, Pick<AttachmentRow, 'key'>>(
      `SELECT key FROM attachments ${span} ORDER BY key DESC LIMIT 1`,
    ),
    deleteAttachments: prepare<[...Span, limit: number], { length: number | null }>(
      `DELETE FROM attachments WHERE key IN (SELECT key FROM attachments ${span} LIMIT ?) RETURNING length(bytes) AS length`,
    ),
    /** The bytes of all attachments, by the rows and by the count. */
    attachmentBytes: prepare<[], { stored: number; counted: number }>(
      'SELECT (SELECT total(length(bytes)) FROM attachments) AS stored, attachment_bytes AS counted FROM census',
    ),
    countAttachmentBytes: prepare<[added: number], { bytes: number }>(
      'UPDATE census SET attachment_bytes = attachment_bytes + ? RETURNING attachment_bytes AS bytes',
    ),
  };
}

function snapshotStatements(database: Database) {
  const prepare = preparing(database);
  const page = 'world = ? AND collection = ? AND page = ?';
  return {
    snapshots: prepare<[world: number, inputsMax: number], SnapshotRow>(
      'SELECT inputs, position, head, seal FROM snapshots WHERE world = ? AND inputs <= ? ORDER BY inputs DESC',
    ),
    insertSnapshot: prepare<[world: number, ...SnapshotValues]>(
      'INSERT INTO snapshots (world, inputs, position, head, seal) VALUES (?, ?, ?, ?, ?)',
    ),
    deleteSnapshotsBefore: prepare<[world: number, inputs: number]>(
      'DELETE FROM snapshots WHERE world = ? AND inputs < ?',
    ),
    deleteSnapshotsAfter: prepare<[world: number, inputs: number]>(
      'DELETE FROM snapshots WHERE world = ? AND inputs > ?',
    ),
    // The newest version of each page: SQLite takes `id` from the row with the maximum.
    pageIds: prepare<[world: number, inputsMax: number], { id: number; inputs: number }>(
      'SELECT id, max(inputs) AS inputs FROM pages WHERE world = ? AND inputs <= ? GROUP BY collection, page',
    ),
    page: prepare<[id: number], SnapshotPage>(
      'SELECT collection, page, text FROM pages WHERE id = ?',
    ),
    insertPage: prepare<[...PageKey, inputs: number, text: string]>(
      'INSERT INTO pages (world, collection, page, inputs, text) VALUES (?, ?, ?, ?, ?)',
    ),
    /** Deletes versions of a page that no snapshot from that input on includes. */
    deleteOldPages: prepare<[...PageKey, ...PageKey, inputs: number]>(
      `DELETE FROM pages WHERE ${page} AND inputs < (SELECT max(inputs) FROM pages WHERE ${page} AND inputs <= ?)`,
    ),
    deletePagesAfter: prepare<[world: number, inputs: number, limit: number]>(
      'DELETE FROM pages WHERE id IN (SELECT id FROM pages WHERE world = ? AND inputs > ? LIMIT ?)',
    ),
  };
}

function tenantStatements(database: Database) {
  const prepare = preparing(database);
  return {
    tenants: prepare<[], TenantRow>('SELECT * FROM tenants ORDER BY id'),
    insertTenant: prepare<[id: string, tokenHash: string, limits: string]>(
      'INSERT INTO tenants (id, token_hash, limits) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
    ),
    changeTenant: prepare<[tokenHash: string | null, limits: string | null, id: string]>(
      'UPDATE tenants SET token_hash = coalesce(?, token_hash), limits = coalesce(?, limits) WHERE id = ?',
    ),
    deleteTenant: prepare<[id: string]>('DELETE FROM tenants WHERE id = ?'),
    worldsBetween: prepare<[from: string, to: string], { count: number }>(
      'SELECT count(*) AS count FROM worlds WHERE name >= ? AND name < ?',
    ),
  };
}

function useStatements(database: Database) {
  const prepare = preparing(database);
  const isOld = 'u.used <= unixepoch() - ?';
  return {
    noteUse: prepare<[name: string]>(
      'INSERT OR REPLACE INTO uses (world, used) SELECT id, unixepoch() FROM worlds WHERE name = ?',
    ),
    unnotedWorld: prepare<[], { id: number }>(
      'SELECT id FROM worlds w WHERE name IS NOT NULL AND NOT EXISTS (SELECT 1 FROM uses u WHERE u.world = w.id) LIMIT 1',
    ),
    noteOthers: prepare<[]>(
      'INSERT OR IGNORE INTO uses (world, used) SELECT id, unixepoch() FROM worlds WHERE name IS NOT NULL',
    ),
    /** A number of a world may be that of an earlier one. */
    forgetUse: prepare<[world: number]>('DELETE FROM uses WHERE world = ?'),
    unusedWorlds: prepare<[unused: number, after: string, limit: number], { name: string }>(
      `SELECT w.name FROM uses u JOIN worlds w ON w.id = u.world WHERE ${isOld} AND w.name > ? ORDER BY w.name LIMIT ?`,
    ),
    unusedWorld: prepare<[unused: number, name: string], { name: string }>(
      `SELECT w.name FROM uses u JOIN worlds w ON w.id = u.world WHERE ${isOld} AND w.name = ?`,
    ),
  };
}

function recordingStatements(database: Database) {
  const prepare = preparing(database);
  return {
    noteRecording: prepare<
      [
        file: string,
        node: string | null,
        ...base: [inputs: number, position: number, digest: string],
        name: string,
      ]
    >(
      `INSERT OR REPLACE INTO recordings (world, file, node, inputs, position, digest)
      SELECT id, ?, ?, ?, ?, ? FROM worlds WHERE name = ?`,
    ),
    endRecording: prepare<[name: string, file: string, node: string | null]>(
      'DELETE FROM recordings WHERE world = (SELECT id FROM worlds WHERE name = ?) AND file = ? AND node IS ?',
    ),
    forgetRecording: prepare<[world: number]>('DELETE FROM recordings WHERE world = ?'),
    recordingOf: prepare<[name: string], RecordingRow>(
      'SELECT r.* FROM recordings r JOIN worlds w ON w.id = r.world WHERE w.name = ?',
    ),
  };
}

type SnapshotValues = [inputs: number, position: number, head: string, seal: string];
