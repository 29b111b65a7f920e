// Tests of an application with `reprise/vitest`: the duration of a suite whose tests each have a world of their own.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkModules } from '../support/documents/page-runner.ts';
import { runSuite, writeSuite, type Run } from '../support/runner/many-tests.ts';
import { plainFigure, type Effort, type Figure } from './figures.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tests = 200;
const files = 4;
const rounds = 3;

export async function testFigures({ scale }: Effort): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  try {
    const modules = join(folder, 'node_modules');
    mkdirSync(modules);
    linkModules(modules);
    // A copy, as installed: vitest would transform linked files, which takes half as long again.
    for (const name of ['package.json', 'dist', 'fixtures'])
      cpSync(join(root, name), join(modules, 'reprise', name), { recursive: true });
    const testsPerFile = Math.ceil((tests * scale) / files);
    writeSuite(folder, { files, testsPerFile });
    const count = files * testsPerFile;
    const samples: Run[] = [];
    for (let round = 0; round < rounds; round += 1) samples.push(await runSuite(folder));
    const name = `${count} tests with a world and a payout each, in ${files} files on two cores`;
    const figure = (title: string, of: (run: Run) => number, most: number) =>
      plainFigure(title, 's', samples.map(of), { most });
    return [
      figure(name, ({ seconds }) => seconds, 20),
      // The load of the machine has little effect on it.
      figure('the same, processor time', ({ processorSeconds }) => processorSeconds, 40),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
