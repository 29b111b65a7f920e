import { defineConfig } from 'vitest/config';

/** Minutes of load on real processes, for CI: see test/support/cluster for the simulated one. */
export default defineConfig({
  test: {
    include: ['test/cluster/**/*.test.ts'],
    globalSetup: ['test/support/runner/build.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
