// Worlds that sleep: what they cost in a file, how long one takes to wake, and a start beside many of them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { GivenFixture } from '../../adapters/fixture/given.ts';
import { builtMain } from '../support/server/serve-process.ts';
import { importBuilt } from './built.ts';
import { comparedFigure, plainFigure, type Effort, type Figure } from './figures.ts';

const sleepingWorlds = 100_000;
const fixture = 'wallet/treasury';
const wakes = 200;
/** A start beside many worlds takes as long as one with none, within noise. */
const startRatio = 1.3;
const wakeMsMax = 50;

export async function sleepFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-sleep-'));
  try {
    const product = await loadProduct();
    return [
      ...(await startFigures(product, folder, effort)),
      ...(await wakeFigures(product, folder, effort)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

async function loadProduct() {
  const { openReprise } = await importBuilt('adapters/reprise.js');
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const { packagedFixture } = await importBuilt('adapters/fixture/files.js');
  return { openReprise, openSqliteStore, packagedFixture };
}

async function startFigures(
  product: Product,
  folder: string,
  effort: Effort,
): Promise<readonly Figure[]> {
  const [none, many] = [join(folder, 'none.db'), join(folder, 'many.db')];
  const count = Math.ceil(sleepingWorlds * effort.scale);
  await fill(product, none, 0);
  await fill(product, many, count);
  const perWorld = (statSync(many).size - statSync(none).size) / count;
  const withNone: Started[] = [];
  const withMany: Started[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    withNone.push(await start(none, folder));
    withMany.push(await start(many, folder));
  }
  const beside = `beside ${count} sleeping worlds`;
  const of = (measure: (run: Started) => number) =>
    [withMany.map(measure), { name: 'with none', samples: withNone.map(measure) }] as const;
  return [
    plainFigure('a sleeping world in a SQLite file', 'bytes', [perWorld]),
    comparedFigure(`start until ready, ${beside}`, 'ms', ...of(({ readyMs }) => readyMs), {
      most: startRatio,
    }),
    comparedFigure(`resident memory then, ${beside}`, 'MB', ...of(({ memoryMb }) => memoryMb), {
      most: startRatio,
    }),
  ];
}

/** A store with the world `default` and `count` others like it. */
async function fill({ openReprise, openSqliteStore }: Product, file: string, count: number) {
  const store = openSqliteStore({ file });
  const reprise = await openReprise({ store, defaults: { clock: 'frozen' } });
  const { record } = (await reprise.engine.open('default')) ?? {};
  if (record === undefined) throw new Error('There is no default world.');
  for (let index = 0; index < count; index += 1) {
    await store.create({ ...record, name: `asleep-${index}`, seed: `seed ${index}` });
  }
  await reprise.close();
}

interface Started {
  readonly readyMs: number;
  readonly memoryMb: number;
}

async function start(file: string, cwd: string): Promise<Started> {
  const startMs = performance.now();
  const flags = ['serve', '--port', '0', '--json', '--data', file];
  const child = spawn(process.execPath, [builtMain, ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const readyMs = performance.now() - startMs;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { readyMs, memoryMb };
}

/** Wakes worlds from a fixture, one after another, with a read each. */
async function wakeFigures(
  { openReprise, openSqliteStore, packagedFixture }: Product,
  folder: string,
  { scale }: Effort,
): Promise<readonly Figure[]> {
  const file = join(folder, 'wakes.db');
  const reprise = await openReprise({
    store: openSqliteStore({ file }),
    defaults: { clock: 'frozen', fixture: packagedFixture(fixture) as GivenFixture },
    sleepAfterMs: 0,
  });
  const { engine, worlds } = reprise;
  const names = Array.from({ length: Math.ceil(wakes * scale) }, (_none, index) => `w${index}`);
  for (const name of names) await worlds.create({ name });
  await engine.sleepIdle();
  const samples: number[] = [];
  for (const name of names) {
    if (engine.world(name) !== undefined) throw new Error(`World ${name} is awake.`);
    const startMs = performance.now();
    await (await engine.open(name))?.describe();
    samples.push(performance.now() - startMs);
  }
  await reprise.close();
  return [
    plainFigure(`a test world from ${fixture} wakes`, 'ms', samples, { most: wakeMsMax }),
    plainFigure('its rows in a SQLite file', 'rows', [rowsPerWorld(file)]),
  ];
}

function rowsPerWorld(file: string): number {
  const database = new Database(file, { readonly: true });
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  const rows = ['worlds', 'inputs', 'events', 'snapshots', 'pages'].map(count);
  database.close();
  return rows.reduce((sum, of) => sum + of, 0) / (rows[0] ?? 1);
}
