// The API for tests with vitest: `reprise/vitest`.

import { extendExpect } from './matchers.ts';

extendExpect();

export { describe, expect } from 'vitest';
export type { EventData, ExpectedEvent } from '../matchers/emitted.ts';
export type { WorldMatchers } from './matchers.ts';
export { test, test as it, type VitestFixtures as WorldFixtures } from './world-test.ts';
export type { ServerFixtures, WorldOptions } from '../testing/test-fixtures.ts';
export type * from '../testing/index.ts';
