// `test` of vitest, with a world for each test.

import { test as base, type RunnerTestCase, type TestAPI } from 'vitest';
import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import { startReprise, type TestWorld } from '../testing/index.ts';
import { checkWorldOptions } from '../testing/test-options.ts';
import { checkFailurePages } from '../testing/failure-page.ts';
import { followedClock, notFrozen } from '../testing/followed-clock.ts';
import { installFakeTimers } from './fake-timers.ts';
import {
  markEnded,
  placeOf,
  rememberFiles,
  removeResults,
  resultFile,
  seedOf,
  worldNameOf,
  type TestPlace,
  type WorldFiles,
} from '../testing/test-place.ts';
import type { ServerFixtures, TestFixtures } from '../testing/test-fixtures.ts';
import { createTestCase, shownPath, type WrittenRecording } from '../testing/test-case.ts';

export interface VitestFixtures extends TestFixtures {
  /**
   * Whether `Date`, `setTimeout` and `setInterval` of the process follow the clock of the world. Default: no. For tests that
   * run one after another.
   */
  fakeTimers: boolean;
}

const timersSchema = z.strictObject({ fakeTimers: z.boolean() });

/** How often a test of this worker has had a world: a retry may not take a name again that is still in use. */
const runs = new Map<string, number>();

export const test: TestAPI<VitestFixtures & ServerFixtures> = base.extend<
  VitestFixtures & ServerFixtures
>({
  worldOptions: [{}, { injected: true }],
  failurePages: [true, { injected: true }],
  fakeTimers: [false, { injected: true }],
  repriseServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const reprise = await startReprise();
      await use(reprise);
      await reprise.close();
    },
    { scope: 'worker' },
  ],
  reprise: async ({ task, repriseServer, failurePages }, use) => {
    checkFailurePages(failurePages);
    const place = placeOf(task);
    await removeResults(place);
    const worlds = createTestCase(repriseServer, (world) => filesOf(place, world));
    try {
      await use(worlds.reprise);
      worlds.end();
      const failing = task.fails === true ? 'pass' : 'fail'; // vitest inverts it later
      if (task.result?.state === failing) {
        const written = await worlds.writeRecordings(place.titles.join(' > '), failurePages);
        namePages(task, written);
      }
    } finally {
      await worlds.dispose();
    }
  },
  world: async ({ task, reprise, worldOptions, fakeTimers }, use) => {
    checkWorldOptions(worldOptions);
    checkedOptions(timersSchema, { fakeTimers }, 'test.extend');
    const place = placeOf(task);
    const seed = seedOf(place);
    const run = runs.get(seed) ?? 0;
    runs.set(seed, run + 1);
    const name = worldNameOf(place, run);
    const created = await reprise.createWorld({ seed, ...worldOptions, name });
    const { world, restore } = fakeTimers ? withFakeTimers(created) : { world: created };
    for (const one of [created, world]) rememberFiles(one, filesOf(place));
    try {
      await use(world);
    } finally {
      markEnded(world);
      restore?.();
    }
  },
}) as TestAPI<VitestFixtures & ServerFixtures>;

/** The failure itself names the page of its world, wherever a reporter shows it. */
function namePages(
  { result }: Pick<RunnerTestCase, 'result'>,
  written: readonly Pick<WrittenRecording, 'page'>[],
): void {
  const [error] = result?.errors ?? [];
  const pages = written.flatMap(({ page }) => (page === undefined ? [] : [shownPath(page)]));
  if (error === undefined || pages.length === 0) return;
  error.message += `\n\nTo look at it, open in a browser: ${pages.join(', ')}`;
}

function filesOf(place: TestPlace, world?: string): WorldFiles {
  return { test: place.file, owner: seedOf(place), result: resultFile(place, world) };
}

/** The same world, whose clock the timers of the process follow. */
function withFakeTimers(world: TestWorld): { world: TestWorld; restore: () => void } {
  const { mode, now } = world.clock;
  if (mode !== 'frozen') throw new TypeError(notFrozen(mode));
  const timers = installFakeTimers(now.getTime());
  return { world: { ...world, clock: followedClock(world, timers) }, restore: timers.restore };
}
