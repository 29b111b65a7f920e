// Many processes over one PostgreSQL: inputs a second over one, two and three nodes, the cost of forwarding, how long a takeover takes by the
// length of the journal, and what a million worlds cost. Reported only: all processes share the cores of this machine.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Engine } from '../../core/engine/engine-contract.ts';
import { binaries, startPostgres, type PostgresServer } from '../support/postgres/server.ts';
import { builtMain } from '../support/server/serve-process.ts';
import { importBuilt } from './built.ts';
import { comparedFigure, plainFigure, type Effort, type Figure } from './figures.ts';
import { record } from './session.ts';

const nodesMax = 3;
const clients = 24;
const loadMs = 5_000;
const reads = 400;
const tails = [100, 1_000, 9_000] as const;
const rowsOfWorlds = 1_000_000;
const claims = 200;

export async function nodesFigures(effort: Effort): Promise<readonly Figure[]> {
  if (binaries === undefined) return []; // not installed on this machine
  const folder = mkdtempSync(join(tmpdir(), 'reprise-nodes-'));
  const server = await startPostgres();
  try {
    return [
      ...(await loadFigures(server, folder, effort)),
      ...(await takeoverFigures(server, effort)),
      ...(await manyFigures(server, effort)),
    ];
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RunningNode {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
}

async function startNode(server: PostgresServer, cwd: string): Promise<RunningNode> {
  const flags = ['serve', '--port', '0', '--json', '--clock', 'frozen', '--worlds-on-demand'];
  const child = spawn(process.execPath, [builtMain, ...flags, '--store', server.url()], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; token: string }) };
}

async function loadFigures(
  server: PostgresServer,
  folder: string,
  { scale, rounds }: Effort,
): Promise<readonly Figure[]> {
  const nodes: RunningNode[] = [];
  const figures: Figure[] = [];
  for (let count = 1; count <= nodesMax; count += 1) {
    nodes.push(await startNode(server, folder));
    const perSecond = await inputsPerSecond(nodes, loadMs * scale, `of-${count}-`);
    const named = count === 1 ? 'one node' : `${count} nodes`;
    figures.push(
      plainFigure(`inputs of ${clients} clients over ${named}`, 'inputs/s', [perSecond]),
    );
  }
  const [owner, other] = nodes as [RunningNode, RunningNode];
  const direct: number[] = [];
  const forwarded: number[] = [];
  await changeWorld(owner, 'owned', 2);
  for (let round = 0; round < rounds; round += 1) {
    direct.push(await msPerRead(owner.url, reads * scale));
    forwarded.push(await msPerRead(other.url, reads * scale));
  }
  const baseline = { name: 'at its owner', samples: direct };
  figures.push(comparedFigure('a read at another node', 'ms', forwarded, baseline));
  for (const { child } of nodes) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return figures;
}

/** Each client writes into a world of its own, at one node. */
async function inputsPerSecond(
  nodes: readonly RunningNode[],
  ms: number,
  prefix: string,
): Promise<number> {
  const nodeOf = (client: number) => nodes[client % nodes.length] as RunningNode;
  const all = Array.from({ length: clients }, (_none, client) => client);
  await Promise.all(all.map(async (client) => changeWorld(nodeOf(client), prefix + client, 1)));
  let done = 0;
  const startMs = performance.now();
  const write = async (client: number): Promise<void> => {
    while (performance.now() - startMs < ms) {
      done += 1;
      await changeWorld(nodeOf(client), prefix + client, done);
    }
  };
  await Promise.all(all.map(write));
  return (done * 1_000) / (performance.now() - startMs);
}

/** One input: the rate of its clock. The world is created on demand. */
async function changeWorld(
  { url, token }: RunningNode,
  world: string,
  rate: number,
): Promise<void> {
  const response = await fetch(`${url}/__reprise/worlds/${world}/clock`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ rate }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`It was refused: ${response.status}`);
}

async function msPerRead(url: string, count: number): Promise<number> {
  const startMs = performance.now();
  for (let index = 0; index < count; index += 1) {
    const response = await fetch(`${url}/w/owned/v1/w3s/walletSets`, {
      headers: { Authorization: 'Bearer TEST_API_KEY:reprise:demo' },
    });
    await response.arrayBuffer();
  }
  return (performance.now() - startMs) / count;
}

/** A second process claims worlds of a first one that is gone, and reads them from their journals. */
async function takeoverFigures(
  server: PostgresServer,
  { rounds, scale }: Effort,
): Promise<readonly Figure[]> {
  const { openPostgresStore } = await importBuilt('adapters/stores/postgres/event-store.js');
  const { openEngine } = await importBuilt('core/engine/engine.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const figures: Figure[] = [];
  for (const tail of tails) {
    const count = Math.ceil(tail * scale);
    const name = `tail-${tail}`;
    const open = async (): Promise<Engine> =>
      openEngine({
        store: await openPostgresStore({ url: server.url() }),
        host: nodeHost,
        loads: 'on-demand',
      });
    const first = await open();
    const world = await first.create({ ...record, name });
    const changes = Array.from({ length: count }, async (_none, rate) =>
      world.setClock({ rate: rate + 1 }),
    );
    await Promise.all(changes);
    await first.close();
    const samples: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const engine = await open();
      const startMs = performance.now();
      await engine.open(name);
      samples.push(performance.now() - startMs);
      await engine.close();
    }
    figures.push(
      plainFigure(`takeover of a world with ${count} inputs, no snapshot`, 'ms', samples),
    );
  }
  return figures;
}

async function manyFigures(server: PostgresServer, { scale }: Effort): Promise<readonly Figure[]> {
  const count = Math.ceil(rowsOfWorlds * scale);
  const { openPostgresStore } = await importBuilt('adapters/stores/postgres/event-store.js');
  const store = await openPostgresStore({ url: server.url() });
  await store.create({ ...record, name: 'form' });
  await onServer(
    server,
    `INSERT INTO reprise_worlds (name, record, mark, inputs, seal, owner, token)
    SELECT 'many-' || lpad(n::text, 9, '0'), replace(record, '"form"', '"many-' || lpad(n::text, 9, '0') || '"'),
      gen_random_uuid(), 0, seal, gen_random_uuid(), 1
    FROM reprise_worlds, generate_series(1, ${count}) n WHERE name = 'form'`,
  );
  await onServer(server, 'ANALYZE reprise_worlds');
  const [size] = await onServer(server, "SELECT pg_total_relation_size('reprise_worlds') AS bytes");
  const nameOf = (index: number) => `many-${String(index).padStart(9, '0')}`;
  const random = Array.from(
    { length: Math.ceil(claims * scale) },
    (_none, index) => 1 + ((index * 7_919) % count),
  );
  const timed = async (work: (index: number) => Promise<unknown>) => {
    const startMs = performance.now();
    for (const index of random) await work(index);
    return (performance.now() - startMs) / random.length;
  };
  const listMs = await timed(async (index) => store.worlds({ after: nameOf(index), limit: 100 }));
  const findMs = await timed(async (index) => store.find(nameOf(index)));
  const wakesMs = await timed(async () => store.wakes({ limit: 1_000 }));
  await store.close();
  const among = `among ${count} worlds`;
  return [
    plainFigure(`a world in the table of PostgreSQL, ${among}`, 'bytes', [
      Number(size?.['bytes']) / count,
    ]),
    plainFigure(`a list of 100 worlds, ${among}`, 'ms', [listMs]),
    plainFigure(`a world found by its name, ${among}`, 'ms', [findMs]),
    plainFigure(`which worlds are to be woken, ${among}`, 'ms', [wakesMs]),
    plainFigure(`a claim, ${among}`, 'ms', [await claimMs(server, random.map(nameOf))]),
  ];
}

/** The statement of a claim alone: the rows of these worlds have no seal of their own. */
async function claimMs(server: PostgresServer, names: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const startMs = performance.now();
  for (const name of names) {
    await client.query(
      `UPDATE reprise_worlds w SET owner = gen_random_uuid(), released = false, token = token + 1 WHERE name = $1
      AND (w.released OR NOT EXISTS (SELECT 1 FROM reprise_nodes n WHERE n.id = w.owner)) RETURNING id`,
      [name],
    );
  }
  const ms = (performance.now() - startMs) / names.length;
  await client.end();
  return ms;
}

async function onServer(
  server: PostgresServer,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}
