// The wire forms of a world's past: moments, forks, states.

import { z } from 'zod';
import type { Json, Moment, StateView } from '../../../core/index.ts';
import { withoutCredentials } from '../../url-credentials.ts';
import { instantMs } from '../../protocol/instant.ts';
import { describedAs } from '../../protocol/json-schema.ts';
import { stateRowsMax, timeTextCharsMax } from '../../protocol/limits.ts';
import { clockMode, idle, rate } from './clock.ts';
import { positionDigitsMax, positionText } from './events.ts';
import { printedInstant, printMs } from './time.ts';
import { seedCharsMax, worldName } from './worlds.ts';
import { whole } from './whole-number.ts';

const positionMax = 10 ** positionDigitsMax - 1;

/** A moment of a world: a position, or an ISO-8601 instant for the last position at or before it. */
const moment = z.unknown().transform((value, context): Moment => {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= positionMax) {
    return { position: value as number };
  }
  const atMs =
    typeof value === 'string' && value.length <= timeTextCharsMax ? instantMs(value) : undefined;
  if (atMs !== undefined) return { atMs };
  const message = 'must be a position (a whole number) or an ISO-8601 instant';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const momentMeta = describedAs(
  'A position, or an ISO-8601 instant for the last position at or before it. The events of one command are never split: a position among them means the last one.',
  z.union([z.int().min(0), z.string()]),
);

export const forkBody = z
  .strictObject({
    name: worldName,
    at: moment.meta(momentMeta).exactOptional(),
    seed: z.string().max(seedCharsMax).exactOptional().meta({
      description:
        'Ids and random numbers of the fork derive from it; the default is the seed of the parent. Keys of wallets stay.',
    }),
    outbound: z
      .boolean()
      .exactOptional()
      .meta({ description: 'Whether the fork sends webhooks; the default is false.' }),
  })
  .meta({ id: 'Fork' });

/** Length limit of table names. */
export const tableNameCharsMax = 100;

export const stateQuery = z
  .strictObject({
    at: z
      .unknown()
      .transform((text) => (positionText.test(String(text)) ? Number(text) : text))
      .pipe(moment)
      .meta(momentMeta)
      .exactOptional(),
    table: z
      .string()
      .max(tableNameCharsMax)
      .exactOptional()
      .meta({ description: 'Only this table, such as wallet/transactions.' }),
    after: whole(0, positionMax).exactOptional().meta({
      description: 'Only rows after this cursor, the `next` of the previous page; with table only.',
      type: 'integer',
      minimum: 0,
    }),
    limit: whole(1, stateRowsMax)
      .default(100)
      .meta({ type: 'integer', minimum: 1, maximum: stateRowsMax, default: 100 }),
  })
  .refine(
    ({ after, table }) => after === undefined || table !== undefined,
    'allows after with table only',
  );

const count = z.int().min(0);

export const stateAnswer = z
  .strictObject({
    position: count,
    inputs: count,
    digest: z.string(),
    now: printedInstant,
    clock: z.strictObject({ mode: clockMode, rate, idle: idle.exactOptional() }),
    pendingDues: count,
    tables: z.record(
      z.string(),
      z
        .strictObject({
          count,
          rows: z.array(z.looseObject({})),
          next: count
            .nullable()
            .meta({ description: 'The cursor for `after`; null on the last page.' }),
        })
        .meta({ id: 'Table' }),
    ),
  })
  .meta({ id: 'State' });

export function printState(view: StateView): unknown {
  const { nowMs, tables, ...rest } = view;
  const printed = Object.entries(tables).map(([name, { next, rows, ...table }]) => [
    name,
    { ...table, rows: rows.map(printRow), next: next ?? null },
  ]);
  return { ...rest, now: printMs(nowMs), tables: Object.fromEntries(printed) as object };
}

/** Strips credentials from the webhook URL of a record. */
function printRow(row: Json): Json {
  const isRecord = typeof row === 'object' && row !== null && !Array.isArray(row);
  const { endpoint } = isRecord ? (row as { readonly endpoint?: Json }) : {};
  return typeof endpoint === 'string'
    ? { ...(row as object), endpoint: withoutCredentials(endpoint) }
    : row;
}
