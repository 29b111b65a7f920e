// Builds the product before any test that runs it as a process of its own: as it is installed, and in half the time that it
// takes from source.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const steps = [['node_modules/typescript/bin/tsc', '-b'], ['esbuild.config.mjs']];

/** Builds what has changed, as `npm run build` does. Fails with the complaints of the compiler or the bundler. */
function build(): void {
  for (const step of steps) {
    execFileSync(process.execPath, step, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}

export default function setup(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}
