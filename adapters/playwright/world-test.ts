// `test` of Playwright, with a world for each test.

import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import {
  startReprise,
  type TestReprise,
  type TestWorld,
  type TestWorldOptions,
} from '../testing/index.ts';
import { checkWorldOptions } from '../testing/start-reprise.ts';
import { seedOf, worldNameOf } from '../testing/test-place.ts';
import { checkPageClock, followableWorld, followWorld, type PageClock } from './page-clock.ts';

/** Options of the worlds of tests: `test.use({ worldOptions: { fixture: 'wallet/treasury' } })`. */
export type WorldOptions = Omit<TestWorldOptions, 'name'>;

export interface WorldFixtures {
  worldOptions: WorldOptions;
  /** How the timers of pages follow the clock of the world. Default: `runFor`. */
  pageClock: PageClock;
  /** A world of this test alone, seeded by its file and title; its clock stands still, and those of pages with it. */
  world: TestWorld;
}

export interface ServerFixtures {
  /** The server, which tests of a worker share. */
  reprise: TestReprise;
}

/** How often a test of this worker has had a world: a repetition may not take a name again that is still in use. */
const runs = new Map<string, number>();

export const test = base.extend<WorldFixtures, ServerFixtures>({
  worldOptions: [{}, { option: true }],
  pageClock: ['runFor', { option: true }],
  reprise: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const reprise = await startReprise();
      await use(reprise);
      await reprise.close();
    },
    { scope: 'worker' },
  ],
  world: async ({ reprise, worldOptions, pageClock }, use, testInfo) => {
    checkWorldOptions(worldOptions);
    checkPageClock(pageClock);
    const place = placeOf(testInfo);
    const seed = seedOf(place);
    const run = runs.get(seed) ?? 0;
    runs.set(seed, run + 1);
    const name = worldNameOf(place, run);
    const created = await reprise.createWorld({ seed, ...worldOptions, name });
    try {
      await use(followableWorld(created));
      if (worldOptions.record !== false) await attachRecording(created, testInfo);
    } finally {
      await created.dispose();
    }
  },
  context: async ({ context, world, pageClock }, use) => {
    const follows = pageClock !== 'off' && world.clock.mode === 'frozen';
    if (follows) await followWorld(context, world, pageClock);
    await use(context);
  },
});

function placeOf({ file, titlePath: [fileName = '', ...titles] }: TestInfo) {
  return { file, fileName, titles };
}

/** Attaches the recording of a failed test to its result, and prints how to read it. */
async function attachRecording(world: TestWorld, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const path = testInfo.outputPath('recording.jsonl');
  await writeFile(path, await world.recording());
  await testInfo.attach('recording', { path, contentType: 'application/jsonl' });
  const shown = relative(process.cwd(), path);
  // oxlint-disable-next-line no-console -- the test runner shows it below the failure
  console.error(`The recording of this test: npx reprise inspect ${shown}`);
}
