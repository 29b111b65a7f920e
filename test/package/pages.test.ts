// Pages whose programs import the package: each runs against the packed package, and shows its real output.
// `npx vitest run --config vitest.package.config.ts test/package/pages.test.ts -u` updates the outputs.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { libraryPages, recipesPage, root } from '../support/documents/page.ts';
import { linkModules, runPage } from '../support/documents/page-runner.ts';

let folder: string;
let modules: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-pages-'));
  modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'reprise'), { recursive: true });
  const options = ['--strip-components=1', '-C', join(modules, 'reprise')];
  execFileSync('tar', ['-xzf', inject('tarball'), ...options]);
  linkModules(modules);
});
afterAll(() => rmSync(folder, { recursive: true }));

const played = libraryPages().filter((page) => page !== recipesPage);

it.each(played)('%s runs, and shows its real output', async (page) => {
  const text = await runPage(page, { modules });
  await expect(text).toMatchFileSnapshot(join(root, page));
});
