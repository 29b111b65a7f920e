import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2, // as many as the machines that this runs on have cores; vitest itself would leave one idle
    projects: [
      {
        test: {
          name: 'core',
          isolate: false, // no module keeps what a test did, and each file would load them all again
          include: ['test/core/**/*.test.ts', 'test/properties/**/*.property.test.ts'],
          setupFiles: ['test/support/no-wall-clock.ts', 'test/support/fast-check.ts'],
          testTimeout: 60_000, // a law takes its time on a busy machine
        },
      },
      {
        test: {
          name: 'adapters',
          isolate: false,
          include: ['test/{adapters,contract,differential}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'built', // between the others by its name, so that short files come last
          isolate: false,
          include: ['test/{crash,e2e,guards,replay}/**/*.test.ts'],
          globalSetup: 'test/support/build.ts',
          testTimeout: 60_000,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['core/**/*.ts', 'adapters/**/*.ts'] },
  },
});
