// All statements of the store, prepared once.

import type { Database, Statement } from 'better-sqlite3';

export interface WorldRow {
  readonly id: number;
  readonly name: string;
  readonly record: string;
  readonly inputs: number;
  readonly seal: string;
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

type Filter = string | null;

export interface Statements {
  readonly worlds: Statement<[], WorldRow>;
  readonly worldNamed: Statement<[name: string], Pick<WorldRow, 'id'>>;
  readonly lastWorld: Statement<[], Pick<WorldRow, 'id'>>;
  readonly insertWorld: Statement<[id: number, name: string, record: string, seal: string]>;
  readonly head: Statement<[id: number], Pick<WorldRow, 'record' | 'inputs' | 'seal'>>;
  readonly moveHead: Statement<[inputs: number, seal: string, id: number]>;
  readonly sealAt: Statement<[key: number], Pick<InputRow, 'seal'>>;
  readonly insertInput: Statement<[number, string, number, number, string, string]>;
  readonly insertEvent: Statement<[key: number, text: string, aside: string | null]>;
  readonly inputs: Statement<[from: number, end: number, limit: number], InputRow>;
  readonly events: Statement<[from: number, end: number, limit: number], EventRow>;
  readonly eventsWhere: Statement<
    [
      from: number,
      end: number,
      ...types: [Filter, Filter],
      ...streams: [Filter, Filter],
      limit: number,
    ],
    EventRow
  >;
}

export function prepareStatements(database: Database): Statements {
  const span = 'WHERE key >= ? AND key < ?';
  return {
    worlds: database.prepare('SELECT * FROM worlds ORDER BY id'),
    worldNamed: database.prepare('SELECT id FROM worlds WHERE name = ?'),
    lastWorld: database.prepare('SELECT id FROM worlds ORDER BY id DESC LIMIT 1'),
    insertWorld: database.prepare(
      'INSERT INTO worlds (id, name, record, inputs, seal) VALUES (?, ?, ?, 0, ?)',
    ),
    head: database.prepare('SELECT record, inputs, seal FROM worlds WHERE id = ?'),
    moveHead: database.prepare('UPDATE worlds SET inputs = ?, seal = ? WHERE id = ?'),
    sealAt: database.prepare('SELECT seal FROM inputs WHERE key = ?'),
    insertInput: database.prepare(
      'INSERT INTO inputs (key, text, first_event, events, digest, seal) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    insertEvent: database.prepare('INSERT INTO events (key, text, aside) VALUES (?, ?, ?)'),
    inputs: database.prepare(`SELECT * FROM inputs ${span} ORDER BY key LIMIT ?`),
    events: database.prepare(`SELECT key, text, aside FROM events ${span} ORDER BY key LIMIT ?`),
    eventsWhere: database.prepare(
      `SELECT key, text, aside FROM events ${span}` +
        ' AND (? IS NULL OR type = ?) AND (? IS NULL OR stream = ?) ORDER BY key LIMIT ?',
    ),
  };
}
