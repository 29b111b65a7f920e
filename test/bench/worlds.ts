// Whole worlds: forks, starts, thousands of idle worlds, and snapshots while they run.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Engine } from '../../core/engine/engine-contract.ts';
import type { World } from '../../core/engine/world/world-contract.ts';
import type { JournalEntry } from '../../core/kernel/input.ts';
import type { WalletCommand } from '../../core/wallet/commands.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import { builtMain, startServe } from '../support/server/serve-process.ts';
import { importBuilt } from './built.ts';
import { startChild } from './child.ts';
import { interleave, plainFigure, type Effort, type Figure, type Samples } from './figures.ts';
import { record, createSessionFactory, storeEntries, storeSession, transfer } from './session.ts';

const transactionsForked = 10_000;
const walletsForked = 1_000_000;
const walletsPerEvent = 200;
const idleWorlds = 1_000;
const eventsStarted = 100_000;
const eventsPerTransfer = 7;
/** The number of rounds of writes per stall figure, and of writes per millisecond. */
const busyRounds = 2;
const writesPerTick = 2;

export async function worldFigures(effort: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    const product = await loadProduct();
    return [
      ...(await idleFigures(product, folder, effort)), // first, while the process uses little memory
      ...(await startFigures(product, folder, effort)),
      ...(await stallFigures(product, folder, effort)),
      ...(await forkFigures(product, folder, effort)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

async function loadProduct() {
  const { openEngine } = await importBuilt('core/engine/engine.js');
  const { toEnvelope } = await importBuilt('core/kernel/message.js');
  const { extendDigest } = await importBuilt('core/kernel/digest.js');
  const { nodeHost, openReprise } = await importBuilt('adapters/reprise.js');
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const maker = await createSessionFactory();
  const open = (file: string, snapshotEvents = Number.MAX_SAFE_INTEGER) =>
    openEngine({ store: openSqliteStore({ file }), host: nodeHost, snapshotEvents });
  return { open, toEnvelope, extendDigest, nodeHost, openReprise, openSqliteStore, maker };
}

async function idleFigures(
  { openReprise, openSqliteStore }: Product,
  folder: string,
  { scale }: Effort,
): Promise<readonly Figure[]> {
  const store = openSqliteStore({ file: join(folder, 'idle.db') });
  const reprise = await openReprise({ store, token: 'a-token-for-benches' });
  const { record: form } = await shown(reprise.engine, 'default');
  const count = Math.ceil(idleWorlds * scale);
  const make = async (name: string, seed = form.seed) =>
    void (await reprise.engine.create({ ...form, name, seed }));
  const many = async (create: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < count; index += 1) await create(index);
    return memory();
  };
  for (let index = 0; index < 20; index += 1) await make(`warm-${index}`);
  const before = memory();
  const after = await many((index) => make(`idle-${index}`));
  const seeded = await many((index) => make(`seeded-${index}`, `seed ${index}`));
  const forked = await many((index) => reprise.engine.fork('default', { name: `fork-${index}` }));
  await reprise.close();
  const perWorld = (bytes: number) => [bytes / count / 1_024];
  const target = { most: 200 };
  return [
    plainFigure('an idle world, resident memory', 'KiB', perWorld(after.rss - before.rss), target),
    plainFigure('an idle world, heap', 'KiB', perWorld(after.heapUsed - before.heapUsed), target),
    plainFigure(
      'an idle world of another seed, heap',
      'KiB',
      perWorld(seeded.heapUsed - after.heapUsed),
    ),
    plainFigure('an idle fork, heap', 'KiB', perWorld(forked.heapUsed - seeded.heapUsed)),
  ];
}

function memory(): NodeJS.MemoryUsage {
  for (let pass = 0; pass < 3; pass += 1) globalThis.gc?.();
  return process.memoryUsage();
}

async function startFigures(
  product: Product,
  folder: string,
  effort: Effort,
): Promise<readonly Figure[]> {
  const logged = join(folder, 'logged.db');
  const written = join(folder, 'snapshot.db');
  const transfers = (eventsStarted * effort.scale) / eventsPerTransfer;
  const { walletId } = await storeTransfers(product, logged, Math.ceil(transfers));
  copyFileSync(logged, written);
  await writeSnapshot(product, written, walletId);
  let runs = 0;
  const start = (file: string | undefined) => async () => {
    const data = file ?? join(folder, `empty-${(runs += 1)}.db`);
    const startedMs = performance.now();
    const server = await startServe(['--data', data], { cwd: folder, program: [builtMain] });
    const elapsedMs = performance.now() - startedMs;
    await server.stop();
    return elapsedMs;
  };
  const times = await interleave(effort.rounds, {
    empty: start(undefined),
    logged: start(logged),
    written: start(written),
    // The same loader as for all processes of the benchmark, and Express in addition.
    bare: async () => {
      const startedMs = performance.now();
      const answer = { status: 200, headers: {}, body: '' };
      const child = await startChild('bare-server.ts', ['express', '/', JSON.stringify(answer)]);
      const elapsedMs = performance.now() - startedMs;
      await child.stop();
      return elapsedMs;
    },
  });
  const events = `${Math.round((eventsStarted * effort.scale) / 1_000)},000 events`;
  return [
    plainFigure('start to ready, empty file', 'ms', times.empty, { most: 400 }),
    plainFigure(`start to ready, ${events}, no snapshot`, 'ms', times.logged),
    plainFigure(`start to ready, ${events}, snapshot`, 'ms', times.written, { most: 400 }),
    plainFigure('start to ready, bare Express (through tsx)', 'ms', times.bare),
  ];
}

/** A file with the journal of a session. */
async function storeTransfers(
  { maker, nodeHost, openSqliteStore }: Product,
  file: string,
  count: number,
): Promise<{ readonly walletId: string }> {
  const session = maker.openSession(maker.rules(nodeHost.hash));
  const store = openSqliteStore({ file });
  await storeSession(store, session, count);
  await store.close();
  return { walletId: session.walletIds[0] ?? '' };
}

async function writeSnapshot(
  { open }: Pick<Product, 'open'>,
  file: string,
  walletId: string,
): Promise<void> {
  const engine = await open(file, 1);
  await send(running(engine), transfer(walletId, stranger, 1e9));
  while ((await engine.store.snapshots(record.name)).length === 0) await turn();
  await engine.close();
}

async function stallFigures(
  product: Product,
  folder: string,
  effort: Effort,
): Promise<readonly Figure[]> {
  const file = join(folder, 'busy.db');
  const count = Math.ceil(transactionsForked * effort.scale);
  const { walletId } = await storeTransfers(product, file, count);
  let runs = 0;
  const stall = (snapshotEvents: number | undefined) => async () => {
    const copy = join(folder, `busy-${(runs += 1)}.db`);
    copyFileSync(file, copy);
    const engine = await product.open(copy, snapshotEvents);
    const longestMs = await longestStall(running(engine), walletId, effort.roundMs * busyRounds);
    const snapshots = await engine.store.snapshots(record.name);
    if (snapshotEvents !== undefined && snapshots.length === 0) throw new Error('No snapshot.');
    await engine.close();
    return longestMs;
  };
  const stalls = await interleave(effort.rounds, { without: stall(undefined), beside: stall(500) });
  return [
    plainFigure('longest stall while writing, without snapshots', 'ms', stalls.without),
    plainFigure('longest stall while writing, beside snapshots', 'ms', stalls.beside, { most: 20 }),
  ];
}

/** Writes at a steady pace; returns the longest time that the event loop was blocked. */
async function longestStall(world: World, walletId: string, forMs: number): Promise<number> {
  const answers: Promise<unknown>[] = [];
  let ordinal = 1e6;
  const tick = () => {
    for (let index = 0; index < writesPerTick; index += 1) {
      answers.push(send(world, transfer(walletId, stranger, (ordinal += 1))));
    }
  };
  for (let warm = 0; warm < 200; warm += 1) tick();
  await Promise.all(answers.splice(0));
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const ticker = setInterval(tick, 1);
  delay.enable();
  await new Promise((resolve) => void setTimeout(resolve, forMs));
  delay.disable();
  clearInterval(ticker);
  await Promise.all(answers);
  return delay.max / 1e6 - 1; // minus the resolution of the timer
}

async function forkFigures(
  product: Product,
  folder: string,
  effort: Effort,
): Promise<readonly Figure[]> {
  const busy = join(folder, 'transactions.db');
  const count = Math.ceil(transactionsForked * effort.scale);
  await storeTransfers(product, busy, count);
  const wide = join(folder, 'wallets.db');
  const wallets = Math.ceil(walletsForked * effort.scale);
  await storeWallets(product, wide, wallets);
  return [
    ...(await forksOf(product, busy, `${spelled(count)} transactions`, 10, effort)),
    ...(await forksOf(product, wide, `${spelled(wallets)} wallets`, 50, effort)),
  ];
}

async function forksOf(
  { open }: Product,
  file: string,
  what: string,
  most: number,
  { rounds }: Effort,
): Promise<readonly Figure[]> {
  const engine = await open(file);
  const held: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await turn();
    const { heldMs, wholeMs } = await watched(() =>
      engine.fork(record.name, { name: `fork-${round}` }),
    );
    if (round > 0) {
      held.push(heldMs);
      whole.push(wholeMs);
    }
    await engine.remove(`fork-${round}`);
  }
  await engine.close();
  const figure = (name: string, samples: Samples) => plainFigure(name, 'ms', samples, { most });
  return [
    figure(`fork of ${what}, loop held`, held),
    figure(`fork of ${what}, until it is there`, whole),
  ];
}

/** The duration of a task, and the longest time that it blocks the event loop. */
async function watched(
  task: () => Promise<unknown>,
): Promise<{ readonly heldMs: number; readonly wholeMs: number }> {
  let heldMs = 0;
  let isOver = false;
  const startedMs = performance.now();
  let lastMs = startedMs;
  const look = () => {
    const nowMs = performance.now();
    heldMs = Math.max(heldMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await task();
  const wholeMs = performance.now() - startedMs;
  isOver = true;
  await turn();
  return { heldMs, wholeMs };
}

/** A set with many wallets, whose addresses are not derived. */
async function storeWallets(
  { maker, nodeHost, openSqliteStore, toEnvelope, extendDigest }: Product,
  file: string,
  count: number,
): Promise<void> {
  const { world, opening, walletSetId } = maker.openSession(maker.rules(nodeHost.hash));
  let { inputs, position, digest } = world;
  let version = world.versions.get(`wallet/walletSet/${walletSetId}`)?.version ?? 0;
  function* entries(): Iterable<JournalEntry> {
    yield* opening;
    for (let first = 0; first < count; first += walletsPerEvent) {
      const event = walletsCreated(walletSetId, first);
      inputs += 1;
      position += 1;
      version += 1;
      const atMs = world.nowMs;
      const stream = `wallet/walletSet/${walletSetId}`;
      const envelope = toEnvelope({ position, stream, version, atMs, event });
      digest = extendDigest(nodeHost.hash, digest, envelope.text);
      const command = { type: 'CreateWallets' };
      const input = { n: inputs, atMs, kind: 'command', domain: 'wallet', command } as const;
      yield { input, events: [envelope], digest };
    }
  }
  const store = openSqliteStore({ file });
  await storeEntries(store, entries());
  await store.close();
}

function walletsCreated(walletSetId: string, first: number): WalletEvent {
  const wallets = Array.from({ length: walletsPerEvent }, (_, offset) => {
    const hex = (first + offset).toString(16).padStart(12, '0');
    return {
      id: `00000000-0000-4000-9000-${hex}`,
      blockchain: 'MATIC-AMOY' as const,
      address: `0x${hex.padStart(40, '1')}`,
      index: first + offset + 1,
    };
  });
  const aside = { idempotencyKey: `many-${first}` };
  return { type: 'WalletsCreated', walletSetId, accountType: 'EOA', wallets, aside };
}

const stranger = '0x00000000000000000000000000000000000000aa';

function running(engine: Engine): World {
  const world = engine.world(record.name);
  if (world === undefined) throw new Error('The world is not there.');
  return world;
}

function shown(engine: Engine, name: string) {
  const world = engine.world(name);
  if (world === undefined) throw new Error(`There is no world '${name}'.`);
  return world.describe();
}

function send(world: World, command: WalletCommand): Promise<void> {
  return world.send({
    domain: 'wallet',
    prepare: () => ({ command }),
    respond: (outcome) => {
      if (!outcome.ok) throw new Error(`Refused: ${outcome.error.code}`);
    },
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function spelled(count: number): string {
  return count.toLocaleString('en');
}
