// Builds the product before tests that run it as a separate process. They run the installed form, which starts in half the
// time of the sources.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const steps = [['node_modules/typescript/bin/tsc', '-b'], ['esbuild.config.mjs']];

/** Builds changed parts, as `npm run build` does. Fails with the errors of the compiler or the bundler. */
function build(): void {
  for (const step of steps) {
    execFileSync(process.execPath, step, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}

export default function setup(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}
