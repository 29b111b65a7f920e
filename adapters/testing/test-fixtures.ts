// The fixtures of a test that all runners have: the server, and a world of the test.

import type { FailurePages } from './failure-page.ts';
import type { TestReprise } from './start-reprise.ts';
import type { TestWorldOptions } from './test-options.ts';
import type { TestWorld } from './test-world.ts';

/** Options of the worlds of tests, which their runner names: `worldOptions: { fixture: 'wallet/treasury' }`. */
export type WorldOptions = Omit<TestWorldOptions, 'name'>;

export interface TestFixtures {
  /** vitest: a project sets them for all tests by `provide: { worldOptions: … }` in its configuration. */
  worldOptions: WorldOptions;
  /**
   * Whether a failing test leaves an HTML file of each of its worlds, which shows what happened without a server: `true`, beside
   * the recording (default); `false`; or a folder. At most 20 in a process.
   */
  failurePages: FailurePages;
  /** The server, for further worlds of this test, which end with it. */
  reprise: TestReprise;
  /** A world of this test alone, seeded by its file and title; its clock stands still. */
  world: TestWorld;
}

export interface ServerFixtures {
  /** The same server for `beforeAll` and fixtures of a worker: its worlds stay, and failing tests leave no recordings of them. */
  repriseServer: TestReprise;
}
