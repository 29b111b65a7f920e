import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: {
    maxWorkers: 1,
    projects: [
      {
        test: {
          name: 'adapters',
          isolate: false,
          include: ['test/{contract,e2e,guards,replay}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
