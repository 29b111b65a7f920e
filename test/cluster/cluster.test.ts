// Three nodes over three PostgreSQL servers, under load: a rolling update, kills, suspensions, cuts, a failover. Each world looks like one
// that a single process serves, and nothing that was answered is lost. CLUSTER_SEED chooses other random requests.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReprise } from '../../adapters/reprise.ts';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { verifyStore } from '../../adapters/stores/verify.ts';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import { answers, Clients } from '../support/cluster/clients.ts';
import { contradictions, type SeenOperation } from '../support/cluster/history.ts';
import { describePostgres } from '../support/postgres/databases.ts';
import { startGate, type Gate } from '../support/postgres/gate.ts';
import { startReplicas, type Replicas } from '../support/postgres/replicas.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { startNode, takeoverMsMax, type Node } from '../support/server/nodes.ts';
import { waitUntil } from '../support/server/requests.ts';
import { createWalletSetLoad, isDone, tallyOf } from '../support/server/wallet-set-load.ts';
import { journalsOf, type Journal } from '../support/store/journals.ts';

const seed = Number(process.env['CLUSTER_SEED'] ?? 1);
const worlds = Array.from({ length: 300 }, (_, index) => `world-${index}`) as [string, ...string[]];
const clientsCount = 8;
const steadyMs = 5_000;
/** Every so many worlds are asked for to see that all are served. */
const sampleEvery = 15;
/** Longer than a lease. */
const awayMs = 8_000;

interface GatedNode extends Node {
  readonly gate: Gate;
}

describePostgres('three nodes over a primary with two standbys', () => {
  const folder = temporaryFolder();
  let replicas: Replicas;
  const gates: Gate[] = [];
  const figures: Record<string, number> = {};

  beforeAll(async () => {
    replicas = await startReplicas();
  });
  afterAll(async () => {
    for (const gate of gates) await gate.close();
    await replicas.remove();
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  });

  async function newNode(): Promise<GatedNode> {
    const gate = await startGate(replicas.primary().port);
    gates.push(gate);
    const url = `postgres://postgres@127.0.0.1:${gate.port}/postgres`;
    return { ...(await startNode(url, folder, ['--sleep-after', '2s'])), gate };
  }

  it(`serve each world as one process would (CLUSTER_SEED=${seed})`, async () => {
    const chance = seededRandom(seed);
    const load = createWalletSetLoad(worlds, chance);
    const clients = new Clients(load, worlds, chance);
    const nodes = [await newNode(), await newNode(), await newNode()];
    clients.nodes = [...nodes];
    const pick = (): GatedNode => chance.pick(nodes as [GatedNode, ...GatedNode[]]);
    /** What the proxy does while a node is not ready. */
    const without = (node: GatedNode): void => {
      clients.nodes = nodes.filter((other) => other !== node);
    };
    const replace = async (node: GatedNode): Promise<void> => {
      nodes.splice(nodes.indexOf(node), 1, await newNode());
      clients.nodes = [...nodes];
    };
    /** Until some worlds are served by the first node that is left. Returns how long that took. */
    const served = async (by: readonly Node[] = clients.nodes): Promise<number> => {
      const startMs = performance.now();
      for (const world of worlds.filter((_name, index) => index % sampleEvery === 0)) {
        const node = by[0] as Node;
        await waitUntil(`${world} is served`, async () => answers(node, world), takeoverMsMax);
      }
      return Math.round(performance.now() - startMs);
    };
    /** The first of them, and what nodes have complained about since. */
    const failuresSince = (startMs: number) => ({
      failures: clients.failures.filter((one) => one.startMs >= startMs).slice(0, 20),
      complaints: nodes
        .flatMap(({ child }) => child.complaint().trim().split('\n'))
        .filter((line) => !line.includes('has fsync = off')), // as the test set it
    });

    let phase = 'the load alone';
    let failuresBefore = 0;
    /** The failures of the phase before are counted. */
    const begin = (next: string): void => {
      figures[`failures in ${phase}`] = clients.failures.length - failuresBefore;
      failuresBefore = clients.failures.length;
      phase = next;
    };

    for (const world of worlds) expect(await clients.write(pick(), world)).toBe(true);
    const running = clients.run(clientsCount);
    const writesBefore = clients.writes.length;
    await wait(steadyMs);
    figures['writes per second'] = ((clients.writes.length - writesBefore) * 1_000) / steadyMs;
    expect(failuresSince(0)).toEqual({ failures: [], complaints: [] });

    begin('a rolling update');
    const updateMs = performance.now();
    for (const node of nodes.slice()) {
      without(node);
      node.child.kill('SIGTERM');
      expect(await node.child.exited).toBe(0);
      await replace(node);
    }
    expect(failuresSince(updateMs)).toEqual({ failures: [], complaints: [] });
    figures['ms of a rolling update'] = Math.round(performance.now() - updateMs);

    begin('a kill');
    const killed = pick();
    without(killed);
    killed.child.kill('SIGKILL');
    figures['ms until 20 worlds answer after a kill'] = await served();
    await replace(killed);

    begin('a suspension');
    const suspended = pick();
    without(suspended);
    suspended.child.kill('SIGSTOP');
    figures['ms until 20 worlds answer after a suspension'] = await served();
    await wait(
      Math.max(0, awayMs - (figures['ms until 20 worlds answer after a suspension'] ?? 0)),
    );
    clients.nodes = [...nodes];
    suspended.child.kill('SIGCONT');
    await served([suspended]);

    for (const direction of ['both', 'answers'] as const) {
      begin(`a cut of the way to the store, ${direction}`);
      const cut = pick();
      cut.gate.block(direction);
      without(cut);
      await wait(awayMs);
      await served();
      cut.gate.open();
      clients.nodes = [...nodes];
      await served([cut]);
    }

    begin('a failover');
    const failOverMs = performance.now();
    await replicas.failOver();
    const promotedMs = performance.now();
    for (const { gate } of nodes) gate.pointTo(replicas.primary().port);
    await served();
    figures['ms of the failover itself'] = Math.round(promotedMs - failOverMs);
    figures['ms until 20 worlds answer after it'] = Math.round(performance.now() - promotedMs);

    begin('a kill of a node and of PostgreSQL');
    const both = pick();
    without(both);
    both.child.kill('SIGKILL');
    await replicas.primary().kill();
    await wait(1_000);
    await replicas.primary().start();
    await served();
    await replace(both);
    for (const node of nodes) await served([node]);

    begin('the load at last');
    clients.end();
    await running;
    begin('the end');
    for (const { child } of nodes) child.kill('SIGTERM');
    for (const { child } of nodes) {
      expect(await child.exited, child.complaint()).toBe(0);
    }
    await expectWhole(clients, load.sent);
  });

  async function expectWhole(clients: Clients, sent: Parameters<typeof tallyOf>[0]): Promise<void> {
    const store = await openPostgresStore({ url: replicas.primary().url() });
    try {
      const journals = await journalsOf(store);
      const tally = tallyOf(sent, journals);
      figures['answered'] = tally.answered;
      figures['refused'] = tally.refused;
      figures['not answered'] = tally.unanswered;
      figures['reads'] = clients.states.length;
      figures['sockets'] = [...clients.sockets.values()].reduce((sum, count) => sum + count, 0);
      expect(tally).toMatchObject({ lost: 0, twice: 0, refusedStored: 0, unknown: 0 });
      expect(historyFlaws(clients, journals)).toEqual([]);
      expect((await verifyStore(store)).findings).toEqual([]);
      const { engine } = await openReprise({ store, isPaced: false });
      for (const world of worlds) {
        const { digest, divergence } = await engine.replay(world);
        expect({ world, digest, divergence }).toEqual({
          world,
          digest: journals.get(world)?.digest,
          divergence: undefined,
        });
      }
    } finally {
      await store.close();
    }
  }
});

/** What clients saw, against the journals. */
function historyFlaws(clients: Clients, journals: ReadonlyMap<string, Journal>): readonly string[] {
  const entriesOf = (world: string) => journals.get(world)?.entries ?? [];
  const keysOf = new Map(
    [...journals].map(([world, { entries }]) => [
      world,
      entries.flatMap(({ input }) => keyOf(input)),
    ]),
  );
  const operations: SeenOperation[] = [
    ...clients.writes.flatMap(({ request, startMs, endMs }): SeenOperation[] => {
      const { world, key } = request;
      const length = (keysOf.get(world) ?? []).indexOf(key) + 1;
      if (!isDone(request)) return [];
      return [
        { world, startMs, endMs, seen: { kind: 'written', id: key, at: { life: 0, length } } },
      ];
    }),
    ...clients.states.map(({ world, startMs, endMs, inputs, digest }): SeenOperation => {
      const entries = entriesOf(world).slice(0, inputs);
      const isAsStored = inputs === 0 || entries.at(-1)?.digest === digest;
      const ids = isAsStored ? entries.flatMap(({ input }) => keyOf(input)) : [`digest ${digest}`];
      return { world, startMs, endMs, seen: { kind: 'read', life: 0, ids } };
    }),
  ];
  return contradictions(operations, (world) => keysOf.get(world) ?? []);
}

function keyOf(input: Journal['entries'][number]['input']): string[] {
  if (input.kind !== 'command') return [];
  const { type, idempotencyKey } = input.command as unknown as Record<string, string>;
  return type === 'CreateWalletSet' && idempotencyKey !== undefined ? [idempotencyKey] : [];
}
