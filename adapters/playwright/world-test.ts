// `test` of Playwright, with a world for each test.

import { test as base, type TestInfo } from '@playwright/test';
import {
  startReprise,
  type TestReprise,
  type TestWorld,
  type TestWorldOptions,
} from '../testing/index.ts';
import { checkWorldOptions } from '../testing/test-options.ts';
import {
  markEnded,
  rememberFiles,
  seedOf,
  worldNameOf,
  type WorldFiles,
} from '../testing/test-place.ts';
import { worldsOfTest, type WorldsOfTest } from '../testing/worlds-of-test.ts';
import { checkPageClock, followableWorld, followWorld, type PageClock } from './page-clock.ts';

/** Options of the worlds of tests: `test.use({ worldOptions: { fixture: 'wallet/treasury' } })`. */
export type WorldOptions = Omit<TestWorldOptions, 'name'>;

export interface WorldFixtures {
  worldOptions: WorldOptions;
  /** How the timers of pages follow the clock of the world. Default: `runFor`. */
  pageClock: PageClock;
  /** The server, for further worlds of this test, which end with it. */
  reprise: TestReprise;
  /** A world of this test alone, seeded by its file and title; its clock stands still, and those of pages with it. */
  world: TestWorld;
}

export interface ServerFixtures {
  /** The same server for `beforeAll` and fixtures of a worker: its worlds stay, and failing tests leave no recordings of them. */
  repriseServer: TestReprise;
}

/** How often a test of this worker has had a world: a repetition may not take a name again that is still in use. */
const runs = new Map<string, number>();

export const test = base.extend<WorldFixtures, ServerFixtures>({
  worldOptions: [{}, { option: true }],
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
  reprise: async ({ repriseServer }, use, testInfo) => {
    const worlds = worldsOfTest(repriseServer, (world) => filesOf(testInfo, world));
    try {
      await use(worlds.reprise);
      worlds.end();
      if (testInfo.status !== testInfo.expectedStatus) await attachRecordings(worlds, testInfo);
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

/** Attaches the recordings of a failed test to its result, and prints how to read them. */
async function attachRecordings(worlds: WorldsOfTest, testInfo: TestInfo): Promise<void> {
  for (const { file, world } of await worlds.writeRecordings(
    placeOf(testInfo).titles.join(' > '),
  )) {
    const name = world === undefined ? 'recording' : `recording of ${world}`;
    await testInfo.attach(name, { path: file, contentType: 'application/jsonl' });
  }
}
