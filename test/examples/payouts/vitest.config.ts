import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000, // the first test of a file starts a server and builds the fixture
    provide: { worldOptions: { fixture: 'wallet/treasury' } },
  },
});
