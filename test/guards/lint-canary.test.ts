// Runs the linter over files that break each rule of the project, and expects a complaint about each.

import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as rxjs from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();

beforeAll(() => {
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

/** The exports of rxjs whose files import a clock of the host, directly or not. */
function readersOfClocks(): readonly string[] {
  const folder = join(root, 'node_modules/rxjs/dist/esm/internal');
  const texts = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const clocks =
    /(animationFrame|dateTimestamp|immediate|interval|performanceTimestamp)Provider\.js$/;
  const readers = new Set([...texts.keys()].filter((file) => clocks.test(file)));
  const importsReader = ([file, text]: readonly [string, string]) =>
    [...text.matchAll(/from '(\.[^']+)'/g)].some(([, target = '']) =>
      readers.has(`${join(dirname(file), target)}.js`),
    );
  for (let before = 0; before < readers.size;) {
    before = readers.size;
    for (const entry of texts) if (importsReader(entry)) readers.add(entry[0]);
  }
  const declared = [...readers].flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(/^export (?:function|const|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  return declared.filter((name) => name in rxjs);
}

interface Canary {
  readonly place: string;
  readonly source: string;
}

/** Files for a single run of the linter, each with a name of its own. */
const canaries: Canary[] = [];

/** Adds a file to a folder of the project; returns the linter's complaints about it. */
function canary(inFolder: string, source: string): () => readonly string[] {
  const place = `${inFolder}/canary-${canaries.length}.ts`;
  canaries.push({ place, source });
  return () => complaints.filter((line) => line.startsWith(`${place}:`));
}

let complaints: readonly string[] = [];

beforeAll(async () => {
  for (const { place, source } of canaries) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), source);
  }
  const args = ['-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings', '-f', 'unix'];
  const said = await new Promise<string>((resolve) => {
    execFile(
      join(root, 'node_modules/.bin/oxlint'),
      [...args, 'core', 'adapters', 'test'],
      { cwd: folder },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
  complaints = said.split('\n');
});

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

describe.each(['kernel', 'tables', 'wallet', 'newcomer', 'engine'])(
  'the linter in core/%s',
  (part) => {
    const banned = bannedInCore.map(([name, source]) => ({
      name,
      said: canary(`core/${part}`, source),
    }));
    it.each(banned)('complains of $name', ({ said }) => {
      expect(said().join()).toMatch(/no-restricted-/);
    });

    const plain = 'export const double = (value: number): number => value * 2;\n';
    const saidOfPlain = canary(`core/${part}`, plain);
    it('accepts plain code', () => {
      expect(saidOfPlain()).toEqual([]);
    });
  },
);

describe('the linter', () => {
  const imports = [
    ['core/kernel', "import { wallet } from '../wallet/index.ts';\nexport { wallet };"],
    ['core/kernel', "import { Subject } from 'rxjs';\nexport { Subject };"],
    ['core/tables', "import { wallet } from '../wallet/index.ts';\nexport { wallet };"],
    ['core/tables/rows', "import { step } from '../../engine/step.ts';\nexport { step };"],
    ['core/kernel', "import { Table } from '../tables/table.ts';\nexport { Table };"],
    ['core/wallet', "import { Pages } from '../tables/rows/pages.ts';\nexport { Pages };"],
    ['core/calendar/views', "import { a } from '../../tables/sets/bitmap.ts';\nexport { a };"],
    ['core/engine', "import { Table } from '../tables/table.ts';\nexport { Table };"],
    ['test/support', "import { Table } from '../../core/tables/table.ts';\nexport { Table };"],
    ['core/wallet', "import { Subject } from 'rxjs';\nexport { Subject };"],
    ['core/wallet', "import { step } from '../engine/step.ts';\nexport { step };"],
    // A domain that does not exist in the repository: the rules follow the folders.
    ['core/newcomer', "import { step } from '../engine/step.ts';\nexport { step };"],
    ['core/newcomer', "import { wallet } from '../wallet/index.ts';\nexport { wallet };"],
    ['core/calendar', "import { wallet } from '../wallet/index.ts';\nexport { wallet };"],
    ['core/wallet/views', "import { a } from '../../newcomer/index.ts';\nexport { a };"],
    ['core/kernel', "import { a } from '../newcomer/index.ts';\nexport { a };"],
    ['core/tables/rows', "import { a } from '../../newcomer/index.ts';\nexport { a };"],
    ['core/engine', "import { timer } from 'rxjs';\nexport { timer };"],
    ['core/engine', "import { ajax } from 'rxjs/ajax';\nexport { ajax };"],
    ['core/engine', "import { timer } from 'rxjs/internal/observable/timer';\nexport { timer };"],
    ['core/engine', "import { debounceTime } from 'rxjs';\nexport { debounceTime };"],
    ['adapters/protocol', "import { step } from '../../core/engine/step.ts';\nexport { step };"],
  ] as const;
  const forbidden = imports.map(([place, source]) => ({ place, said: canary(place, source) }));
  it.each(forbidden)('complains of a forbidden import in $place', ({ said }) => {
    expect(said().join()).toMatch(/no-restricted-imports/);
  });

  const clockReaders = readersOfClocks().map((name) => ({
    name,
    said: canary('core/engine', `import { ${name} } from 'rxjs';\nexport { ${name} };`),
  }));
  it.each(clockReaders)('complains of $name of rxjs in the engine', ({ said }) => {
    expect(said().join()).toMatch(/no-restricted-imports/);
  });

  it('lists all clock readers of rxjs', () => {
    const names = clockReaders.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['timer', 'debounceTime', 'shareReplay', 'retry']),
    );
    expect(names).not.toContain('map');
  });

  const rules = canary(
    'adapters/protocol',
    "import { newcomer } from '../../core/index.ts';\nexport const a = newcomer.domain.decider;",
  );
  it('complains of the rules of a domain in the adapters', () => {
    expect(rules().join()).toMatch(/no-restricted-properties/);
  });

  const throughTheDoor = [
    ['core/wallet', "import { Table } from '../tables/index.ts';\nexport { Table };"],
    ['core/wallet/tokens', "import { tables } from '../tables.ts';\nexport { tables };"],
    ['core/tables/rows', "import { a } from '../sets/bitmap.ts';\nexport { a };"],
    ['test/core/tables', "import { a } from '../../../core/tables/table.ts';\nexport { a };"],
  ] as const;
  const allowed = throughTheDoor.map(([place, source]) => ({ place, said: canary(place, source) }));
  it.each(allowed)('allows an import of the tables in $place', ({ said }) => {
    expect(said()).toEqual([]);
  });

  const anywhere = [
    ['no-floating-promises', 'Promise.resolve(1);'],
    ['no-explicit-any', 'export const a: any = 1;'],
    ['no-default-export', 'export default 1;'],
    [
      'switch-exhaustiveness-check',
      "export function f(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 2; }",
    ],
    ['consistent-type-imports', "import { Stats } from 'node:fs';\nexport type A = Stats;"],
  ] as const;
  const broken = anywhere.map(([rule, source]) => ({ rule, said: canary('adapters', source) }));
  it.each(broken)('complains of $rule', ({ rule, said }) => {
    expect(said().join()).toContain(rule);
  });
});
