// The API for tests with Playwright: `reprise/playwright`.

export { expect } from './matchers.ts';
export { followWorld, type PageClock } from './page-clock.ts';
export { test, type PlaywrightFixtures as WorldFixtures } from './world-test.ts';
export type { ServerFixtures, WorldOptions } from '../testing/test-fixtures.ts';
export type { EventData, ExpectedEvent } from '../matchers/emitted.ts';
export type * from '../testing/index.ts';
