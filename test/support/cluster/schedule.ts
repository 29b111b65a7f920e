// Random schedules of requests and faults for a simulated cluster, and what must hold after each.

import fc from 'fast-check';
import { openEngine } from '../../../core/index.ts';
import { recordOf, host } from '../engine/reopened-store.ts';
import { Cluster, type ClusterFaults, type Machine, type Operation } from './cluster.ts';
import { contradictions } from './history.ts';
import type { Life } from './shared-store.ts';

export const machinesCount = 3;
export const worlds = ['harbour', 'meadow'] as const;
const forkOf = (world: string) => `fork-of-${world}`;
/** With those that may be there. */
const allWorlds: readonly string[] = [...worlds, ...worlds.map(forkOf)];

type Fault =
  | 'kill'
  | 'stop'
  | 'start'
  | 'suspend'
  | 'resume'
  | 'lose calls'
  | 'lose answers'
  | 'slow store'
  | 'heal store'
  | 'wall forwards'
  | 'wall backwards'
  | 'drain'
  | 'sleep';

export type Step =
  | {
      readonly is: 'request';
      readonly at: number;
      readonly world: number;
      readonly does: Operation['does'];
    }
  | { readonly is: 'fault'; readonly at: number; readonly fault: Fault }
  | { readonly is: 'cut'; readonly from: number; readonly to: number; readonly isCut: boolean }
  | { readonly is: 'pass'; readonly ms: number };

const machine = fc.nat(machinesCount - 1);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant('request' as const),
      at: machine,
      world: fc.nat(allWorlds.length - 1),
      does: fc.oneof(
        { weight: 8, arbitrary: fc.constant('write' as const) },
        { weight: 6, arbitrary: fc.constant('read' as const) },
        {
          weight: 3,
          arbitrary: fc.constantFrom<Operation['does'][]>('reset', 'remove', 'create', 'fork'),
        },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('fault' as const),
      at: machine,
      fault: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom<Fault[]>('suspend', 'lose calls', 'lose answers') },
        { weight: 6, arbitrary: fc.constantFrom<Fault[]>('resume', 'heal store', 'start') },
        {
          weight: 3,
          arbitrary: fc.constantFrom<Fault[]>(
            'kill',
            'stop',
            'slow store',
            'wall forwards',
            'wall backwards',
            'drain',
            'sleep',
          ),
        },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('cut' as const),
      from: machine,
      to: machine,
      isCut: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('pass' as const),
      ms: fc.oneof(fc.nat(20), fc.nat(500), fc.integer({ min: 2_000, max: 8_000 })),
    }),
  },
);

export const schedules = fc.array(step, { minLength: 10, maxLength: 60 });

/** After faults have ended, each world is served again within so long, at each node. */
const recoveryMs = 20_000;

/** A cluster whose first node has both worlds. */
export async function startedCluster(faults: ClusterFaults = {}): Promise<Cluster> {
  const cluster = new Cluster(machinesCount, faults);
  const { time, machines } = cluster;
  for (const one of machines) cluster.start(one);
  await time.pass(100);
  const preparing = machines[0]?.running?.engine;
  if (preparing === undefined) throw new Error('The first node has not started.');
  for (const name of worlds) void preparing.create(recordOf(name));
  await time.pass(500);
  return cluster;
}

/** Runs a schedule; resolves with everything that contradicts the laws. */
export async function flawsOf(steps: readonly Step[], faults: ClusterFaults = {}) {
  const cluster = await startedCluster(faults);
  const { time, machines, store } = cluster;
  for (const one of steps) await carryOut(cluster, one);
  for (const one of machines) heal(one);
  await time.pass(recoveryMs);
  for (const one of machines) cluster.start(one);
  await time.pass(recoveryMs);
  for (const world of worlds) cluster.send(machines[0] as Machine, world, { does: 'create' });
  await time.pass(recoveryMs);
  const named = (await store.stored.worlds({ limit: 100 })).map(({ name }) => name);
  // A world whose commits have failed refuses one request, and is read again for the next.
  const writeToAll = async () => {
    for (const one of machines) {
      for (const world of named) {
        cluster.send(one, world, { does: 'write', id: cluster.newId() });
        await time.pass(500);
        cluster.send(one, world, { does: 'read' });
        await time.pass(500);
      }
    }
    await time.pass(recoveryMs);
  };
  await writeToAll();
  const before = cluster.seen.length;
  await writeToAll();
  const last = cluster.seen.slice(before);
  const unserved = last.filter(({ seen: { kind } }) => kind !== 'written' && kind !== 'read');
  return {
    seen: cluster.seen,
    flaws: [
      ...(last.length === 2 * machinesCount * named.length
        ? []
        : ['the last requests were not answered']),
      ...unserved.map(({ world, seen }) => `${world} was not served at last: ${seen.kind}`),
      ...historyFlaws(cluster),
      ...tokenFlaws(cluster),
      ...forwardingFlaws(cluster),
      ...requestIdFlaws(cluster),
      ...(await replayFlaws(store.stored, named)),
    ],
  };
}

async function carryOut(cluster: Cluster, one: Step): Promise<void> {
  const at = (index: number) => cluster.machines[index] as Machine;
  switch (one.is) {
    case 'pass':
      return cluster.time.pass(one.ms);
    case 'cut':
      if (one.isCut) at(one.from).cutFrom.add(at(one.to).address);
      else at(one.from).cutFrom.delete(at(one.to).address);
      return undefined;
    case 'request': {
      const world = allWorlds[one.world] as string;
      return cluster.send(at(one.at), world, operationOf(one, world, cluster));
    }
    case 'fault':
      return strike(cluster, at(one.at), one.fault);
  }
}

function operationOf(
  { does }: Extract<Step, { is: 'request' }>,
  world: string,
  cluster: Cluster,
): Operation {
  if (does === 'write') return { does, id: cluster.newId() };
  return does === 'fork' ? { does, name: forkOf(world) } : { does };
}

async function strike(cluster: Cluster, machine: Machine, fault: Fault): Promise<void> {
  const { route, running } = machine;
  switch (fault) {
    case 'kill':
      return cluster.kill(machine);
    case 'stop':
      return cluster.stop(machine);
    case 'start':
      return cluster.start(machine);
    case 'suspend':
      return running?.process.suspend();
    case 'resume':
      return running?.process.resume();
    case 'lose calls':
      route.losesCalls = true;
      return undefined;
    case 'lose answers':
      route.losesAnswers = true;
      return undefined;
    case 'slow store':
      route.ms = 900;
      return undefined;
    case 'heal store':
      return healStore(machine);
    case 'wall forwards':
      machine.wallMs += 60_000;
      return undefined;
    case 'wall backwards':
      machine.wallMs -= 60_000;
      return undefined;
    case 'drain':
      void running?.lease.drain();
      return undefined;
    case 'sleep':
      void running?.engine.sleepIdle();
      return undefined;
  }
}

function healStore({ route }: Machine): void {
  route.losesCalls = false;
  route.losesAnswers = false;
  route.ms = 2;
}

function heal(machine: Machine): void {
  healStore(machine);
  machine.cutFrom.clear();
  machine.running?.process.resume();
}

/** What clients saw, against what was stored. */
export function historyFlaws(cluster: Cluster): readonly string[] {
  return contradictions(cluster.seen, (world, life) => idsOf(cluster, { world, life }));
}

/** Up to an input. */
function idsOf(
  { store }: Pick<Cluster, 'store'>,
  { world, life }: Life,
  inputs = Number.POSITIVE_INFINITY,
): readonly string[] {
  const isOf = (one: Life) => one.world === world && one.life === life;
  const fork = store.forks.find(isOf);
  const shared = fork === undefined ? [] : idsOf({ store }, fork.of, Math.min(inputs, fork.inputs));
  const own = store.log.filter((stored) => isOf(stored) && stored.entry.input.n <= inputs);
  return [
    ...shared,
    ...own.flatMap(({ entry: { input } }) =>
      input.kind === 'command' ? [(input.command as { readonly name?: string }).name ?? ''] : [],
    ),
  ];
}

/** What has begun to be sent is not sent again, unless the answer was that the node does not serve the world, once. */
export function forwardingFlaws({ forwarded }: Cluster): readonly string[] {
  const sent = [...forwarded.values()].map((all) => all.filter((one) => one !== 'unreachable'));
  const again = sent.filter(([first, ...more]) => more.length > (first === 'misdirected' ? 1 : 0));
  return again.map((all) => `a request was sent ${all.length} times: ${all.join()}`);
}

/** No input of an owner lies behind one of a later owner. */
function tokenFlaws({ store }: Cluster): readonly string[] {
  const last = new Map<string, number>();
  return store.log.flatMap(({ world, life, token }) => {
    const before = last.get(`${world}/${life}`) ?? 0;
    last.set(`${world}/${life}`, token);
    return token >= before ? [] : [`${world}: an input with token ${token} after ${before}`];
  });
}

/** No request id is issued twice in a life of a world. */
function requestIdFlaws({ requestIds }: Cluster): readonly string[] {
  const repeated = requestIds.filter((id, index) => requestIds.indexOf(id) !== index);
  return repeated.map((id) => `request id ${id} was issued twice`);
}

/** One process that is given the same inputs has the same digests. */
async function replayFlaws(
  store: Cluster['store']['stored'],
  named: readonly string[],
): Promise<readonly string[]> {
  const engine = await openEngine({ store, host, loads: 'on-demand' });
  const flaws: string[] = [];
  for (const world of named) {
    const replay = await engine.replay(world);
    if (replay.divergence !== undefined) flaws.push(`${world} is not equal when it is replayed`);
  }
  return flaws;
}
