// The API for tests with Playwright: `reprise/playwright`.

export { expect } from '@playwright/test';
export { followWorld, type PageClock } from './page-clock.ts';
export { test, type ServerFixtures, type WorldFixtures, type WorldOptions } from './world-test.ts';
export type * from '../testing/index.ts';
