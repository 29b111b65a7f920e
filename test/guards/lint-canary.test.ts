// A ban that nothing tests is no ban: the linter runs over a file that breaks each one, and must complain of each.

import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-canary-'));
  copyFileSync(join(root, 'oxlint.config.mjs'), join(folder, 'oxlint.config.mjs'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        module: 'NodeNext',
        target: 'ES2023',
        types: ['node'],
        lib: ['ES2023', 'DOM'],
      },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the linter says of a file at this place in a project. */
async function complaints(place: string, source: string): Promise<string> {
  const file = join(folder, place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
  const args = ['-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings', '-f', 'unix', place];
  return new Promise((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      args,
      { cwd: folder },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

const bannedInCore: readonly (readonly [string, string])[] = [
  ['Date', 'export const a = Date.now();'],
  ['new Date', 'export const a = new Date();'],
  ['Math.random', 'export const a = Math.random();'],
  ['Math.sin', 'export const a = Math.sin(1);'],
  ['Math.pow', 'export const a = Math.pow(2, 0.5);'],
  ['setTimeout', 'setTimeout(() => undefined, 1);'],
  ['setInterval', 'setInterval(() => undefined, 1);'],
  ['setImmediate', 'setImmediate(() => undefined);'],
  ['queueMicrotask', 'queueMicrotask(() => undefined);'],
  ['process', 'export const a = process.pid;'],
  ['console', "console.log('');"],
  ['crypto', 'export const a = crypto.randomUUID();'],
  ['performance', 'export const a = performance.now();'],
  ['fetch', "export const a = fetch('');"],
  ['globalThis', 'export const a = globalThis;'],
  ['Intl', 'export const a = new Intl.NumberFormat();'],
  ['localeCompare', "export const a = 'a'.localeCompare('b');"],
  ['toLocaleString', 'export const a = (1).toLocaleString();'],
  ['toLocaleUpperCase', "export const a = 'i'.toLocaleUpperCase();"],
  ['node:fs', "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;"],
  ['adapters', "import { a } from '../../adapters/reprise.ts';\nexport { a };"],
];

describe.each(['kernel', 'wallet', 'engine'])('the linter in core/%s', (part) => {
  it.each(bannedInCore)('complains of %s', async (_name, source) => {
    expect(await complaints(`core/${part}/canary.ts`, source)).toMatch(/no-restricted-/);
  });

  it('has nothing against plain code', async () => {
    const source = 'export const double = (value: number): number => value * 2;\n';
    expect(await complaints(`core/${part}/canary.ts`, source)).not.toMatch(/Error/);
  });
});

describe('the linter', () => {
  it.each([
    ['core/kernel/canary.ts', "import { wallet } from '../wallet/index.ts';\nexport { wallet };"],
    ['core/kernel/canary.ts', "import { Subject } from 'rxjs';\nexport { Subject };"],
    ['core/wallet/canary.ts', "import { Subject } from 'rxjs';\nexport { Subject };"],
    ['core/wallet/canary.ts', "import { step } from '../engine/step.ts';\nexport { step };"],
    ['core/engine/canary.ts', "import { timer } from 'rxjs';\nexport { timer };"],
    ['core/engine/canary.ts', "import { debounceTime } from 'rxjs';\nexport { debounceTime };"],
    [
      'adapters/http/canary.ts',
      "import { step } from '../../core/engine/step.ts';\nexport { step };",
    ],
  ])('complains of a forbidden import in %s', async (place, source) => {
    expect(await complaints(place, source)).toMatch(/no-restricted-imports/);
  });

  it.each([
    ['no-floating-promises', 'Promise.resolve(1);'],
    ['no-explicit-any', 'export const a: any = 1;'],
    ['no-default-export', 'export default 1;'],
    [
      'switch-exhaustiveness-check',
      "export function f(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 2; }",
    ],
    ['consistent-type-imports', "import { Stats } from 'node:fs';\nexport type A = Stats;"],
  ])('complains of %s', async (rule, source) => {
    expect(await complaints('adapters/canary.ts', source)).toContain(rule);
  });
});
