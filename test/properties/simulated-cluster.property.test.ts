// Nodes that share a store, under random faults: each world looks like one that a single process serves. A failure prints the seed and
// the schedule; FC_SEED repeats it.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { ClusterFaults, Operation } from '../support/cluster/cluster.ts';
import { flawsOf, schedules, type Step } from '../support/cluster/schedule.ts';
import { failuresOf, updates, type UpdateStep } from '../support/cluster/updates.ts';
import { runs } from '../support/runner/runs.ts';
import { isSoak } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: 10 * longMs });

const request = <Does extends Operation['does']>(at: number, does: Does, world = 0) => ({
  is: 'request' as const,
  at,
  does,
  world,
});
const fault = (at: number, strikes: Extract<Step, { is: 'fault' }>['fault']): Step => ({
  is: 'fault',
  at,
  fault: strikes,
});
const pass = (ms: number) => ({ is: 'pass' as const, ms });
const update = (at: number, drainsMs?: number): UpdateStep => ({ is: 'update', at, drainsMs });

/** A node that was suspended with a reset under way served the world on, though another one owned it by then. */
const suspendedReset: Step[] = [
  fault(0, 'suspend'),
  request(0, 'reset'),
  pass(4_424),
  request(1, 'write'),
  request(0, 'write'),
];

/** The world goes to the second node and comes back, without an event; each node puts it to sleep. */
const thereAndBack: Step[] = [
  request(0, 'read'),
  pass(3_500),
  fault(0, 'sleep'),
  fault(0, 'suspend'),
  pass(7_000),
  request(1, 'read'),
  pass(3_500),
  fault(1, 'sleep'),
  pass(100),
  fault(1, 'kill'),
  fault(0, 'resume'),
  pass(7_000),
  request(0, 'read'),
  pass(100),
  fault(1, 'start'),
];

/** A fork had the number of a world of its name that another node had just removed. */
const forkOfRemovedName: Step[] = [
  request(1, 'create', 3),
  pass(6),
  request(1, 'fork', 1),
  request(0, 'remove', 3),
];

/** A write whose answer was lost, and whose world was reset before it was read back, counted as not stored. */
const resetBeforeReadBack: Step[] = [
  fault(0, 'lose answers'),
  request(0, 'write', 1),
  pass(4),
  fault(0, 'lose calls'),
  pass(4_500),
  request(2, 'reset', 1),
  pass(20),
];

/** A world was released that had been reset while it was handed over. */
const resetInHandOver: Step[] = [
  request(0, 'fork', 0),
  pass(2),
  request(0, 'write', 1),
  request(1, 'reset', 1),
  pass(40),
  request(0, 'read', 1),
  pass(100),
];

const foundBefore = [
  suspendedReset,
  [...thereAndBack, ...thereAndBack],
  forkOfRemovedName,
  resetBeforeReadBack,
  resetInHandOver,
];

it('serve each world as one process would, whatever fails', async () => {
  const seen = { written: 0, read: 0, ended: 0, refused: 0, unknown: 0 };
  await fc.assert(
    fc.asyncProperty(schedules, async (steps) => {
      const result = await flawsOf(steps);
      expect(result.flaws).toEqual([]);
      for (const { seen: answer } of result.seen) seen[answer.kind] += 1;
    }),
    runs(
      isSoak ? 10_000 : 1_000, // a share of them, by FC_TIMES
      foundBefore.map((steps) => [steps]),
    ),
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
});

const write = (at: number, world = 0) => request(at, 'write', world);

/** A request came to a node that its world had left, and then to one that began to hand it over at that moment. */
const leftTwice: UpdateStep[] = [
  write(2),
  pass(0),
  write(0),
  update(0, 0),
  write(0),
  write(0),
  pass(663),
  update(0),
  pass(2_037),
  ...Array.from({ length: 5 }, () => write(0)),
  write(2),
  write(0),
  update(1),
  write(0),
  update(0),
  pass(0),
  write(0),
];

/** A world was handed over between a reservation and the request that it was for. */
const leftWhileReserved: UpdateStep[] = [
  write(2, 1),
  pass(0),
  write(0),
  update(0),
  pass(1_004),
  write(0),
  write(0),
  write(0),
  pass(0),
  write(0, 1),
  pass(1_698),
  write(2, 1),
  write(0),
  write(0),
  pass(5),
  update(1),
  pass(502),
  write(0),
];

it('refuse no request while they are updated, one after another', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(updates, async (steps) => {
      const result = await failuresOf(steps);
      expect(result.failures).toEqual([]);
      sent += result.sent;
    }),
    runs(isSoak ? 2_000 : 350, [[leftTwice], [leftWhileReserved]]),
  );
  expect(sent).toBeGreaterThan(500);
});

/** The first node has the world. Each schedule shows one fault. */
const planted: readonly (readonly [string, ClusterFaults, readonly Step[]])[] = [
  [
    'appends are accepted with any token',
    { noTokenCheck: true },
    [
      request(0, 'write'),
      pass(2), // it is decided, and not stored yet
      fault(0, 'suspend'),
      pass(7_000),
      request(1, 'read'),
      pass(100),
      fault(0, 'resume'),
      pass(100),
      request(1, 'read'),
    ],
  ],
  [
    'a lost answer counts as not stored',
    { noReadBack: true },
    [fault(0, 'lose answers'), request(0, 'write'), pass(3_000), fault(0, 'heal store')],
  ],
  [
    'reads are answered without a lease',
    { noLeaseCheck: true },
    [
      fault(0, 'lose calls'),
      pass(7_000),
      request(1, 'write'),
      pass(500),
      request(0, 'read'),
      pass(10),
    ],
  ],
  [
    'a request whose connection was cut is sent again',
    { resends: true },
    [
      request(1, 'read'),
      pass(50),
      request(1, 'write'),
      pass(5), // the first node has it
      { is: 'cut', from: 0, to: 1, isCut: true },
      pass(1_500),
      { is: 'cut', from: 0, to: 1, isCut: false },
      pass(5_000),
    ],
  ],
];

it.each(planted)('finds it if %s', async (_what, faults, steps) => {
  expect((await flawsOf(steps)).flaws).toEqual([]);
  await expect(flawsOf(steps, faults).then(({ flaws }) => flaws)).resolves.not.toEqual([]);
});
