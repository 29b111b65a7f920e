// The SQL of the store in PostgreSQL uses nothing that a pooler in transaction mode breaks, and no timeout of the server: it would
// cancel a commit that waits for a standby, which is then acknowledged.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../adapters/stores/postgres/', import.meta.url));

const banned = [
  /\b(UN)?LISTEN\b|\bNOTIFY\b|pg_notify/, // needs one session
  /\b(TRIGGER|FUNCTION|PROCEDURE|CALL|DO \$)/, // code in the database
  /\b(PREPARE|EXECUTE|DEALLOCATE|DISCARD|RESET|WITH HOLD|TEMP|TEMPORARY)\b|pg_advisory_(?!xact)/, // a state of a session
  /^\s*SET (?!LOCAL\b|\w+ = )|;\s*SET (?!LOCAL\b)|[`']SET /m, // a setting of a session
  /\b(statement|lock|query)_timeout\b|pg_(cancel|terminate)_backend/, // cancels a commit
];

/** The parts of a text that are banned. */
const bannedIn = (text: string) => banned.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

it.each(readdirSync(folder).filter((file) => file.endsWith('.ts')))(
  '%s has no banned SQL',
  (file) => {
    expect(bannedIn(readFileSync(`${folder}${file}`, 'utf8'))).toEqual([]);
  },
);

it.each([
  "run('LISTEN reprise')",
  'SELECT pg_notify($1, $2)',
  'CREATE TRIGGER changed AFTER UPDATE',
  'CREATE OR REPLACE FUNCTION f()',
  'CALL reprise_append($1)',
  'DO $$ BEGIN END $$',
  'PREPARE append AS SELECT 1',
  'CREATE TEMP TABLE t (id bigint)',
  'SELECT pg_advisory_lock($1)',
  "run('SET search_path TO reprise')",
  '`BEGIN; SET statement_timeout = 1000`',
  '`BEGIN; SET LOCAL statement_timeout = 1000`',
  '{ connectionString: url, statement_timeout: 1_000 }',
  'SELECT pg_cancel_backend($1)',
])('a ban finds: %s', (text) => {
  expect(bannedIn(text)).not.toEqual([]);
});

it('the bans allow what one transaction may do', () => {
  const allowed = [
    '`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 1`',
    'SELECT pg_advisory_xact_lock($1)',
    'UPDATE reprise_store s\n      SET attachments = 1',
  ];
  expect(allowed.flatMap(bannedIn)).toEqual([]);
});
