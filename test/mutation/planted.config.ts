import { defineConfig } from 'vitest/config';
import { plantedVariable, type Fault } from './planted-fault.ts';

const { file, from, to } = JSON.parse(process.env[plantedVariable] ?? '{}') as Fault;

export default defineConfig({
  plugins: [
    {
      name: 'planted-fault',
      enforce: 'pre',
      transform: (code, id) => (id.endsWith(`/${file}`) ? code.replace(from, () => to) : undefined),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/runner/no-wall-clock.ts', 'test/support/runner/fast-check.ts'],
    testTimeout: 60_000,
    bail: 1,
  },
});
