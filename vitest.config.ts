import { defineConfig } from 'vitest/config';
import { usualMs } from './test/support/runner/timeouts.ts';

const setupFile = (name: string) => `test/support/runner/${name}.ts`;

/** A hang is found early. Tests that need longer say so themselves. */
const usual = { testTimeout: usualMs, hookTimeout: usualMs };

export default defineConfig({
  test: {
    maxWorkers: 2, // as many as the machines that this runs on have cores; vitest itself would leave one idle
    projects: [
      {
        test: {
          name: 'core',
          isolate: false, // no module keeps what a test did, and each file would load them all again
          include: ['test/core/**/*.test.ts', 'test/properties/**/*.property.test.ts'],
          setupFiles: ['no-wall-clock', 'fast-check', 'bytes'].map(setupFile),
          ...usual,
        },
      },
      {
        test: {
          name: 'adapters',
          isolate: false,
          include: ['test/{adapters,contract,differential}/**/*.test.ts'],
          setupFiles: ['fast-check', 'bytes'].map(setupFile),
          ...usual,
        },
      },
      {
        test: {
          name: 'built', // between the others by its name, so that short files come last
          isolate: false,
          include: ['test/{crash,e2e,guards,replay}/**/*.test.ts'],
          globalSetup: 'test/support/runner/build.ts',
          setupFiles: ['bytes'].map(setupFile),
          ...usual,
        },
      },
    ],
    coverage: { provider: 'v8', include: ['core/**/*.ts', 'adapters/**/*.ts'] },
  },
});
