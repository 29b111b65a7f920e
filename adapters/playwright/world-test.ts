// `test` of Playwright, with a world for each test.

import { test as base, type TestInfo } from '@playwright/test';
import { startReprise } from '../testing/index.ts';
import { checkWorldOptions } from '../testing/test-options.ts';
import {
  markEnded,
  rememberFiles,
  seedOf,
  worldNameOf,
  type WorldFiles,
} from '../testing/test-place.ts';
import type { ServerFixtures, TestFixtures } from '../testing/test-fixtures.ts';
import { checkFailurePages, type FailurePages } from '../testing/failure-page.ts';
import { createTestCase, type TestCase } from '../testing/test-case.ts';
import { checkPageClock, followableWorld, followWorld, type PageClock } from './page-clock.ts';

export interface PlaywrightFixtures extends TestFixtures {
  /** How the timers of pages follow the clock of the world. Default: `runFor`. */
  pageClock: PageClock;
}

/** How often a test of this worker has had a world: a repetition may not take a name again that is still in use. */
const runs = new Map<string, number>();

export const test = base.extend<PlaywrightFixtures, ServerFixtures>({
  worldOptions: [{}, { option: true }],
  failurePages: [true, { option: true }],
  pageClock: ['runFor', { option: true }],
  repriseServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const reprise = await startReprise();
      await use(reprise);
      await reprise.close();
    },
    { scope: 'worker' },
  ],
  reprise: async ({ repriseServer, failurePages }, use, testInfo) => {
    checkFailurePages(failurePages);
    const worlds = createTestCase(repriseServer, (world) => filesOf(testInfo, world));
    try {
      await use(worlds.reprise);
      worlds.end();
      if (testInfo.status !== testInfo.expectedStatus) {
        await attachRecordings(worlds, testInfo, failurePages);
      }
    } finally {
      await worlds.dispose();
    }
  },
  world: async ({ reprise, worldOptions, pageClock }, use, testInfo) => {
    checkWorldOptions(worldOptions);
    checkPageClock(pageClock);
    const place = placeOf(testInfo);
    const seed = seedOf(place);
    const run = runs.get(seed) ?? 0;
    runs.set(seed, run + 1);
    const name = worldNameOf(place, run);
    const created = await reprise.createWorld({ seed, ...worldOptions, name });
    const world = followableWorld(created);
    for (const one of [created, world]) rememberFiles(one, filesOf(testInfo));
    await use(world);
    markEnded(world);
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

function filesOf(testInfo: TestInfo, world?: string): WorldFiles {
  const end = world === undefined ? '' : `-${world}`;
  const result = testInfo.outputPath(`recording${end}.jsonl`);
  return { test: testInfo.file, owner: seedOf(placeOf(testInfo)), result };
}

/** Attaches the recordings and pages of a failed test to its result, and prints how to read them. */
async function attachRecordings(
  worlds: TestCase,
  testInfo: TestInfo,
  pages: FailurePages,
): Promise<void> {
  const title = placeOf(testInfo).titles.join(' > ');
  for (const { file, world, page } of await worlds.writeRecordings(title, pages)) {
    const of = world === undefined ? '' : ` of ${world}`;
    await testInfo.attach(`recording${of}`, { path: file, contentType: 'application/jsonl' });
    if (page !== undefined) {
      await testInfo.attach(`page${of}`, { path: page, contentType: 'text/html' });
    }
  }
}
