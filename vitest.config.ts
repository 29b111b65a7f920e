import { defineConfig } from 'vitest/config';
import { isSoak } from './test/support/runner/is-soak.ts';
import { usualMs } from './test/support/runner/timeouts.ts';

const setupFile = (name: string) => `test/support/runner/${name}.ts`;

export default defineConfig({
  test: {
    maxWorkers: 2, // as many as the machines that this runs on have cores; vitest itself would leave one idle
    isolate: false, // no module keeps what a test did, and each file would load them all again
    execArgv: ['--max-semi-space-size=64'], // as `npm start` has: less garbage is copied
    include: [
      'test/{adapters,contract,core,crash,differential,e2e,guards,replay}/**/*.test.ts',
      'test/properties/**/*.property.{test,soak.test}.ts',
    ],
    // Files that take long: npm run test:soak.
    exclude: isSoak ? [] : ['test/**/*.soak.test.ts'],
    globalSetup: [setupFile('build'), 'test/support/postgres/missing.ts'],
    setupFiles: ['no-wall-clock', 'fast-check', 'bytes'].map(setupFile),
    // A hang is found early. Tests that need longer say so themselves.
    testTimeout: usualMs,
    hookTimeout: usualMs,
    coverage: { provider: 'v8', include: ['core/**/*.ts', 'adapters/**/*.ts'] },
  },
});
