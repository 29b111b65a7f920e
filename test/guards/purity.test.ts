// The core compiles without any host types, and the run-time trap of its tests catches what the compiler does not know.

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-purity-'));
  mkdirSync(join(folder, 'core'));
  for (const file of ['tsconfig.json', 'core/tsconfig.json'])
    copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

describe('the compiler, with the settings of the core', () => {
  it.each([
    'process.pid',
    'console.log',
    'setTimeout',
    'performance.now()',
    'crypto',
    'fetch',
    'window',
    'Buffer',
    'structuredClone',
  ])('knows nothing of %s', async (expression) => {
    writeFileSync(join(folder, 'core/canary.ts'), `export const a = ${expression};\n`);
    expect(await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'core', '--noEmit'])).toMatch(
      /error TS2/,
    );
  });

  it('takes plain code', async () => {
    writeFileSync(join(folder, 'core/canary.ts'), 'export const a = 1;\n');
    expect(
      await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'core', '--noEmit']),
    ).not.toContain('error');
  });
});

describe('the run-time trap', () => {
  it.each(['Date.now()', 'new Date()', 'Math.random()', 'performance.now()'])(
    'throws when the core uses %s, and lets others',
    async (expression) => {
      writeFileSync(join(folder, 'core/reads.mjs'), `export const read = () => ${expression};\n`);
      const trap = pathToFileURL(join(root, 'test/support/no-wall-clock.ts')).href;
      const core = pathToFileURL(join(folder, 'core/reads.mjs')).href;
      writeFileSync(
        join(folder, 'try.mjs'),
        `await import('${trap}');
         const { read } = await import('${core}');
         ${expression};
         console.log('outside: fine');
         try { read(); console.log('core: fine'); } catch (error) { console.log('core: ' + error.message); }`,
      );
      const tsx = import.meta.resolve('tsx');
      const printed = await run(process.execPath, ['--import', tsx, join(folder, 'try.mjs')]);
      expect(printed).toContain('outside: fine');
      expect(printed).toContain('core: The core used');
    },
  );
});
