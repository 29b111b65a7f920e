// `test` of vitest, with a world for each test.

import { relative } from 'node:path';
import { test as base, type TestAPI } from 'vitest';
import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import {
  startReprise,
  type TestReprise,
  type TestWorld,
  type TestWorldOptions,
} from '../testing/index.ts';
import { checkWorldOptions } from '../testing/start-reprise.ts';
import { followedClock, notFrozen } from '../testing/followed-clock.ts';
import { installFakeTimers } from './fake-timers.ts';
import { remove, write } from '../matchers/recordings.ts';
import {
  placeOf,
  rememberPlace,
  resultFile,
  seedOf,
  worldNameOf,
  type TestPlace,
} from '../testing/test-place.ts';

/** Options of the worlds of tests: `test.extend({ worldOptions: { fixture: 'wallet/treasury' } })`. */
export type WorldOptions = Omit<TestWorldOptions, 'name'>;

export interface WorldFixtures {
  /** A project sets them for all tests by `provide: { worldOptions: … }` in its configuration. */
  worldOptions: WorldOptions;
  /**
   * Whether `Date`, `setTimeout` and `setInterval` of the process follow the clock of the world. Default: no. For tests that
   * run one after another.
   */
  fakeTimers: boolean;
  /** A world of this test alone, seeded by its file and title; its clock stands still. */
  world: TestWorld;
}

export interface ServerFixtures {
  /** The server, which tests of a worker share. */
  reprise: TestReprise;
}

const timersSchema = z.strictObject({ fakeTimers: z.boolean() });

/** How often a test of this worker has had a world: a retry may not take a name again that is still in use. */
const runs = new Map<string, number>();

export const test: TestAPI<WorldFixtures & ServerFixtures> = base.extend<
  WorldFixtures & ServerFixtures
>({
  worldOptions: [{}, { injected: true }],
  fakeTimers: [false, { injected: true }],
  reprise: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const reprise = await startReprise();
      await use(reprise);
      await reprise.close();
    },
    { scope: 'worker' },
  ],
  world: async ({ task, reprise, worldOptions, fakeTimers }, use) => {
    checkWorldOptions(worldOptions);
    checkedOptions(timersSchema, { fakeTimers }, 'test.extend');
    const place = placeOf(task);
    const seed = seedOf(place);
    const run = runs.get(seed) ?? 0;
    runs.set(seed, run + 1);
    const created = await reprise.createWorld({
      seed,
      ...worldOptions,
      name: worldNameOf(place, run),
    });
    try {
      const { world, restore } = fakeTimers ? withFakeTimers(created) : { world: created };
      rememberPlace(world, place);
      try {
        await use(world);
      } finally {
        restore?.();
      }
      const hasFailed = task.result?.state === 'fail' && task.fails !== true;
      if (worldOptions.record !== false) await saveRecording(world, place, hasFailed);
    } finally {
      await created.dispose();
    }
  },
}) as TestAPI<WorldFixtures & ServerFixtures>;

/** The same world, whose clock the timers of the process follow. */
function withFakeTimers(world: TestWorld): { world: TestWorld; restore: () => void } {
  const { mode, now } = world.clock;
  if (mode !== 'frozen') throw new TypeError(notFrozen(mode));
  const timers = installFakeTimers(now.getTime());
  return { world: { ...world, clock: followedClock(world, timers) }, restore: timers.restore };
}

/** Keeps the recording of a failed test and prints how to read it; removes that of an earlier run otherwise. */
async function saveRecording(
  world: TestWorld,
  place: TestPlace,
  hasFailed: boolean,
): Promise<void> {
  const file = resultFile(place);
  if (!hasFailed) return remove(file);
  await write(file, await world.recording());
  const shown = relative(process.cwd(), file);
  // oxlint-disable-next-line no-console -- the test runner shows it below the failure
  console.error(`The recording of this test: npx reprise inspect ${shown}`);
}
