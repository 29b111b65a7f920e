// Random updates of a simulated cluster, one node after another, under requests: none of them may be refused.

import fc from 'fast-check';
import { handOverMsMax } from '../../../adapters/nodes/limits.ts';
import type { Machine } from './cluster.ts';
import {
  forwardingFlaws,
  historyFlaws,
  machinesCount,
  startedCluster,
  worlds,
} from './schedule.ts';

export type UpdateStep =
  | {
      readonly is: 'request';
      readonly at: number;
      readonly world: number;
      /** `wait`: a read that is answered later than a node waits for requests under way. */
      readonly does: 'write' | 'read' | 'wait';
    }
  /** Of one node, unless another one is away; `drainsMs`: an operator has it drain for so long before. */
  | { readonly is: 'update'; readonly at: number; readonly drainsMs: number | undefined }
  | { readonly is: 'sleep'; readonly at: number }
  | { readonly is: 'pass'; readonly ms: number };

const machine = fc.nat(machinesCount - 1);

export const updates: fc.Arbitrary<UpdateStep[]> = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        is: fc.constant('request' as const),
        at: machine,
        world: fc.nat(worlds.length - 1),
        does: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom('write' as const, 'read' as const) },
          { weight: 1, arbitrary: fc.constant('wait' as const) },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('update' as const),
        at: machine,
        drainsMs: fc.option(fc.nat(3_000), { nil: undefined }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('sleep' as const), at: machine }) },
    {
      weight: 6,
      arbitrary: fc.record({
        is: fc.constant('pass' as const),
        ms: fc.oneof(fc.nat(20), fc.nat(300), fc.integer({ min: 500, max: 2_500 })),
      }),
    },
  ),
  { minLength: 20, maxLength: 80 },
);

const waitMs = handOverMsMax + 500;
/** Longer than all that a node does at its stop. */
const settledMs = 30_000;

/** Runs the steps; resolves with how many requests were answered, and with everything that went wrong. */
export async function failuresOf(steps: readonly UpdateStep[]) {
  const cluster = await startedCluster();
  const { time, machines } = cluster;
  await time.pass(2_000); // the nodes know each other
  let sent = 0;
  let updating: Machine | undefined;

  /** The update goes on by itself: once the node has stopped, it is started again. */
  async function update(of: Machine, drainsMs: number | undefined): Promise<void> {
    updating = of;
    if (drainsMs !== undefined) {
      void of.running?.lease.drain();
      await time.sleep(drainsMs);
    }
    cluster.stop(of);
    while (of.running !== undefined) await time.sleep(10);
    cluster.start(of);
    while (!cluster.isReady(of)) await time.sleep(10);
    await time.sleep(1_500); // the others know it
    updating = undefined;
  }

  function send(
    at: number,
    world: string,
    does: Extract<UpdateStep, { is: 'request' }>['does'],
  ): void {
    const ready = machines.filter((one) => one !== updating && cluster.isReady(one));
    const to = ready[at % ready.length] as Machine;
    sent += 1;
    if (does === 'write') cluster.send(to, world, { does, id: cluster.newId() });
    else cluster.send(to, world, { does: 'read', takesMs: does === 'wait' ? waitMs : 0 });
  }

  for (const one of steps) {
    if (one.is === 'pass') await time.pass(one.ms);
    if (one.is === 'request') send(one.at, worlds[one.world] as string, one.does);
    if (one.is === 'sleep') void machines[one.at]?.running?.engine.sleepIdle();
    if (one.is === 'update' && updating === undefined) {
      void update(machines[one.at] as Machine, one.drainsMs);
    }
    await time.pass(1);
  }
  await time.pass(settledMs);
  const failed = cluster.seen.filter(
    ({ seen: { kind } }) => kind === 'refused' || kind === 'unknown',
  );
  return {
    sent,
    failures: [
      ...(cluster.seen.length === sent ? [] : [`${sent - cluster.seen.length} without an answer`]),
      ...failed.map(({ world, startMs, seen }) => `${world} at ${startMs}: ${seen.kind}`),
      ...historyFlaws(cluster),
      ...forwardingFlaws(cluster),
    ],
  };
}
