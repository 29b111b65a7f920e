import { defineConfig } from 'vitest/config';

/** The packed tarball, installed from scratch elsewhere: slow, so not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: 'test/package/pack.ts',
    maxWorkers: 2,
    env: { CI: '', GITHUB_ACTIONS: '' }, // as at a user's desk; each test says where it is in CI
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
