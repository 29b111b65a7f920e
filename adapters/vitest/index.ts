// The API for tests with vitest: `reprise/vitest`.

import { extendExpect } from './matchers.ts';

extendExpect();

export { describe, expect } from 'vitest';
export type { EventData, ExpectedEvent } from '../matchers/emitted.ts';
export type { WorldMatchers } from './matchers.ts';
export {
  test,
  test as it,
  type ServerFixtures,
  type WorldFixtures,
  type WorldOptions,
} from './world-test.ts';
export type * from '../testing/index.ts';
