import { defineConfig } from 'vitest/config';

/** The recipes for containers, with a Docker daemon: minutes, most of them to build images. */
export default defineConfig({
  test: {
    include: ['test/containers/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
  },
});
