// Deletes rows of removed worlds that no fork shares, in the background and in small pieces, without a lock: a fork of a removed world
// begins at most where an earlier one does, so what no fork needs is never needed again. A sweep that fails is repeated later.

import { removedNamesMax, StoreError } from '../../../core/index.ts';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import type { RunSql } from './connection.ts';
import { repeatedly, type StoreContext } from './context.ts';

export interface Sweep {
  /** Sweeps the rows of that removed world, then of its ancestors. */
  readonly later: (id: number) => void;
  /** Sweeps all removed worlds. */
  readonly all: () => void;
  /** Resolves when nothing is being swept. Nothing more is swept afterwards. Rejects with an error that is no StoreError. */
  readonly stop: () => Promise<void>;
}

/** The number of rows deleted at once. */
const rowsPerDeletion = 5_000;
/** Fewer, since they are longer. */
const attachmentsPerDeletion = 250;
/** Removed worlds that are looked up at once. */
const worldsPerPage = 1_000;
/** Instead of more than this number, all removed worlds are swept. */
const queuedMax = 100_000;

export function createSweep(context: StoreContext): Sweep {
  const queue: (number | 'all')[] = [];
  let running: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function work(): Promise<void> {
    try {
      for (let next = queue.shift(); next !== undefined && !isStopped; next = queue.shift()) {
        if (next === 'all') await sweepAll();
        else await sweepFrom(next);
      }
      if (!isStopped) await repeatedly(context, forgetNames, 'write to');
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      queue.splice(0, queue.length, 'all');
      again = setTimeout(() => {
        again = undefined;
        start();
      }, context.limits.sweepAgainMs).unref();
    }
  }

  async function sweepAll(): Promise<void> {
    for (let after = 0; !isStopped;) {
      const rows = await repeatedly(context, async (run) => removedWorlds(run, after));
      for (const { id } of rows) await sweepFrom(id);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  /** Its parent may have been waiting for it. */
  async function sweepFrom(first: number): Promise<void> {
    for (let id: number | null = first; id !== null && !isStopped;) {
      const world: number = id;
      id = await repeatedly(context, async (run) => sweepWorld(run, world, () => isStopped));
    }
  }

  function add(item: number | 'all'): void {
    if (queue.length < queuedMax) queue.push(item);
    else queue.splice(0, queue.length, 'all');
    start();
  }

  function start(): void {
    if (isStopped || again !== undefined || queue.length === 0) return;
    running ??= work().then(() => {
      running = undefined;
      start(); // what was added while names were forgotten
    });
  }

  return {
    later: add,
    all: () => add('all'),
    async stop() {
      isStopped = true;
      await running;
      clearTimeout(again);
    },
  };
}

async function removedWorlds(
  run: RunSql,
  after: number,
): Promise<readonly { readonly id: number }[]> {
  return run(
    `SELECT id FROM reprise_worlds WHERE name IS NULL AND id > $1 ORDER BY id LIMIT ${worldsPerPage}`,
    [after],
  );
}

interface LastShared {
  readonly parent: number | null;
  /** The last input and position that forks share; null if there is no fork. */
  readonly inputs: number | null;
  readonly position: number | null;
}

/** Deletes what no fork shares. Returns the parent if nothing is left. */
async function sweepWorld(
  run: RunSql,
  id: number,
  isStopped: () => boolean,
): Promise<number | null> {
  const [world] = await run<LastShared>(
    `SELECT w.parent,
      (SELECT max(f.base_inputs) FROM reprise_worlds f WHERE f.parent = w.id) AS inputs,
      (SELECT max(f.base_position) FROM reprise_worlds f WHERE f.parent = w.id) AS position
    FROM reprise_worlds w WHERE w.id = $1 AND w.name IS NULL`,
    [id],
  );
  if (world === undefined) return null;
  const { parent, inputs, position } = world;
  const [afterInput, afterEvent] = [inputs ?? -1, position ?? -1];
  const deletions: readonly (() => Promise<number>)[] = [
    async () => deleteAttachments(run, id, afterInput),
    async () => deleteRows(run, 'reprise_events', 'position', id, afterEvent),
    async () => deleteRows(run, 'reprise_inputs', 'n', id, afterInput),
    async () => deleteRows(run, 'reprise_pages', 'inputs', id, afterInput),
    async () => deleteRows(run, 'reprise_snapshots', 'inputs', id, afterInput),
  ];
  for (const deletion of deletions) {
    let deleted = 1;
    while (deleted > 0 && !isStopped()) deleted = await deletion();
  }
  if (inputs !== null || isStopped()) return null;
  await run('DELETE FROM reprise_worlds WHERE id = $1 AND name IS NULL', [id]);
  return parent;
}

async function deleteRows(
  run: RunSql,
  table: string,
  column: string,
  world: number,
  after: number,
): Promise<number> {
  const deleted = await run(
    `DELETE FROM ${table} WHERE world = $1 AND ${column} IN (
      SELECT ${column} FROM ${table} WHERE world = $1 AND ${column} > $2
      ORDER BY ${column} LIMIT ${rowsPerDeletion}
    ) RETURNING 1`,
    [world, after],
  );
  return deleted.length;
}

async function deleteAttachments(run: RunSql, world: number, after: number): Promise<number> {
  const [swept] = await run<{ readonly count: number }>(
    `WITH deleted AS (
      DELETE FROM reprise_attachments WHERE world = $1 AND input IN (
        SELECT input FROM reprise_attachments WHERE world = $1 AND input > $2
        ORDER BY input LIMIT ${attachmentsPerDeletion}
      ) RETURNING octet_length(bytes) AS length
    ), total AS (
      SELECT coalesce(sum(length), 0)::bigint AS bytes, count(*) AS count FROM deleted
    ), counted AS (
      UPDATE reprise_store s SET attachment_bytes = s.attachment_bytes - t.bytes
      FROM total t WHERE s.id = 1 AND t.bytes > 0
    )
    SELECT count FROM total`,
    [world, after],
  );
  return swept?.count ?? 0;
}

/** Of the names that were removed longest ago, it is forgotten how often they have begun. */
async function forgetNames(run: RunSql): Promise<void> {
  await run(
    `DELETE FROM reprise_removed_names WHERE removal <= (
      SELECT removal FROM reprise_removed_names ORDER BY removal DESC OFFSET $1 LIMIT 1
    )`,
    [removedNamesMax],
  );
}
