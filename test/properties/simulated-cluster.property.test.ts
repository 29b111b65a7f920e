// Nodes that share a store, under random faults: each world looks like one that a single process serves. A failure prints the seed and
// the schedule; FC_SEED repeats it.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { ClusterFaults, Operation } from '../support/cluster/cluster.ts';
import { flawsOf, schedules, type Step } from '../support/cluster/schedule.ts';
import { failuresOf, updates } from '../support/cluster/updates.ts';
import { runs } from '../support/runner/runs.ts';
import { isSoak } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: 10 * longMs });

const request = (at: number, does: Operation['does'], world = 0): Step => ({
  is: 'request',
  at,
  does,
  world,
});
const fault = (at: number, strikes: Extract<Step, { is: 'fault' }>['fault']): Step => ({
  is: 'fault',
  at,
  fault: strikes,
});
const pass = (ms: number): Step => ({ is: 'pass', ms });

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

it('refuse no request while they are updated, one after another', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(updates, async (steps) => {
      const result = await failuresOf(steps);
      expect(result.failures).toEqual([]);
      sent += result.sent;
    }),
    runs(isSoak ? 2_000 : 300),
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
