// Concurrent tests: each has a world of its own, which no other test changes or reads.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { linkModules } from '../support/documents/page-runner.ts';
import { runSuite, writeSuite } from '../support/runner/many-tests.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-tests-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'reprise'), { recursive: true });
  const options = ['--strip-components=1', '-C', join(modules, 'reprise')];
  execFileSync('tar', ['-xzf', inject('tarball'), ...options]);
  linkModules(modules);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('200 concurrent tests never see each other', async () => {
  writeSuite(folder, { files: 1, testsPerFile: 200, concurrent: 200 });
  const { output } = await runSuite(folder);
  expect(output).toMatch(/Tests {2}200 passed \(200\)/);
});
