import { defineConfig } from 'vitest/config';

/** Tests that measure processor time or heap: one file at a time, so that they do not disturb each other. */
export default defineConfig({
  test: {
    include: ['test/growth/**/*.test.ts'],
    maxWorkers: 1,
    isolate: false,
    testTimeout: 300_000,
  },
});
