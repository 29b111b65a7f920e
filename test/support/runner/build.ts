// Builds the product before any test that runs it as a process of its own: as it is installed, and in half the time that it
// takes from source.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const compiler = fileURLToPath(
  new URL('../../../node_modules/typescript/bin/tsc', import.meta.url),
);

/** What has not changed since is not built again. Fails with the compiler's complaints. */
function build(): void {
  execFileSync(process.execPath, [compiler, '-b'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

export default function setup(project: TestProject): void {
  build();
  project.onTestsRerun(async () => build());
}
