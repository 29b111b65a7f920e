import { defineConfig } from 'vitest/config';

/** The tests of one part of the core, for its mutants: those of the whole core would take minutes for some of them. */
export default defineConfig({
  test: {
    include: [`${process.env['MUTATION_TESTS'] ?? 'test/core'}/**/*.test.ts`],
    setupFiles: ['test/support/runner/no-wall-clock.ts', 'test/support/runner/fast-check.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
