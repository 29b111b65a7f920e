// Follows the page on tests from an empty folder: real installations of its packages, then its programs.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { blocksOf, chapterOf, readPage } from '../support/documents/page.ts';

const page = readPage('adapters/testing/README.md');
// The only install script compiles SQLite's binding, which takes a minute, and which tests do not need.
const { VITEST: _vitest, NODE_ENV: _env, ...rest } = process.env;
const env = { ...rest, NO_COLOR: '1', npm_config_ignore_scripts: 'true' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-newcomer-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Executes the commands of a chapter; returns the output of the last one. */
async function follow(chapter: string): Promise<string> {
  let printed = '';
  for (const { language, code } of blocksOf(chapterOf(page, chapter))) {
    const [, file] = /^\/\/ (\S+\.mjs)$/m.exec(code) ?? [];
    if (language === 'js' && file !== undefined) writeFileSync(join(folder, file), code);
    if (language !== 'sh') continue;
    const command = code.replace(/(?<=npm install .*)\breprise\b/, inject('tarball'));
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder, env });
    printed = stdout;
  }
  return printed;
}

it('leads to a green test', async () => {
  expect(await follow('A first test')).toMatch(/^# pass 1$/m);
});

it('leads to a green test with vitest', async () => {
  expect(await follow('Test with vitest')).toMatch(/Tests {2}1 passed \(1\)/);
});
