// The core compiles without host types, and a run-time trap in its tests catches uses that the compiler cannot know.

import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();

beforeAll(() => {
  mkdirSync(join(folder, 'core'));
  for (const file of ['tsconfig.json', 'core/tsconfig.json'])
    copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

describe('the compiler, with the settings of the core', () => {
  const expressions = [
    'process.pid',
    'console.log',
    'setTimeout',
    'performance.now()',
    'crypto',
    'fetch',
    'window',
    'Buffer',
    'structuredClone',
  ];
  const compiled = async (lines: readonly string[]) => {
    writeFileSync(join(folder, 'core/canary.ts'), `${lines.join('\n')}\n`);
    return run(join(root, 'node_modules/.bin/tsc'), [
      '-p',
      'core',
      '--noEmit',
      '--pretty',
      'false',
    ]);
  };
  let complaints: readonly string[] = [];

  beforeAll(async () => {
    const lines = expressions.map((expression, index) => `export const a${index} = ${expression};`);
    complaints = (await compiled(lines)).split('\n');
  });

  it.each(expressions.map((expression, index) => [expression, index + 1] as const))(
    'rejects %s',
    (_expression, line) => {
      expect(complaints).toContainEqual(
        expect.stringMatching(`canary\\.ts\\(${line},\\d+\\): error TS2`),
      );
    },
  );

  it('accepts plain code', async () => {
    expect(await compiled(['export const a = 1;'])).not.toContain('error');
  });
});

describe('the run-time trap', () => {
  const uses = [
    ['Date.now()', 'Date'],
    ['new Date()', 'Date'],
    ['Math.random()', 'Math.random'],
    ['performance.now()', 'performance.now'],
    ["'É'.toLowerCase()", 'String.prototype.toLowerCase beyond ASCII'],
    ["'é'.toUpperCase()", 'String.prototype.toUpperCase beyond ASCII'],
    ["'é'.normalize()", 'String.prototype.normalize beyond ASCII'],
  ] as const;
  let printed: readonly string[] = [];

  beforeAll(async () => {
    const place = (file: string) => JSON.stringify(pathToFileURL(file).href);
    const reads = uses.map(([expression]) => `() => ${expression}`).join(', ');
    const core = join(folder, 'core/reads.mjs');
    writeFileSync(core, `export const reads = [${reads}];\n`);
    writeFileSync(
      join(folder, 'try.mjs'),
      `const { setTraps } = await import(${place(join(root, 'test/support/runner/wall-clock-traps.ts'))});
       setTraps(true);
       const { reads } = await import(${place(core)});
       for (const [index, outside] of [${reads}].entries()) {
         outside();
         try { reads[index](); console.log('core: fine'); } catch (error) { console.log('core: ' + error.message); }
       }`,
    );
    const tsx = import.meta.resolve('tsx');
    printed = (await run(process.execPath, ['--import', tsx, join(folder, 'try.mjs')])).split('\n');
  });

  it.each(uses.map(([expression, name], index) => [expression, name, index] as const))(
    'throws when the core uses %s, but not for others',
    (_expression, name, index) => {
      expect(printed[index]).toContain(`core: The core used ${name}:`);
    },
  );
});

describe('regular expressions of the core', () => {
  it('use no Unicode properties, which are tables of the host', () => {
    const files = readdirSync(join(root, 'core'), { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        readFileSync(join(root, 'core', file), 'utf8')
          .split('\n')
          .filter((line) => /\/[^/]*\\p\{/i.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(files.length).toBeGreaterThan(100);
    expect(found.filter((line) => !line.includes('\\p{Surrogate}'))).toEqual([]); // the same in all editions
  });
});
