// The tree has the documented layout: mirror tests, small files, one direction of imports, and a public API in a snapshot.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { domains } from '../../core/engine/registry.ts';
import * as core from '../../core/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

const sources = [...filesBelow('core'), ...filesBelow('adapters')];

/** The layers of imports, lowest first. Every other folder of the core is a domain. */
const layers = [
  /^core\/(kernel|tables|ports)\//,
  /^core\/(decider|life)\.ts$/,
  /^core\/[^/]+\//,
  /^core\/domains\.ts$/,
  /^core\/engine\//,
  /^core\/index\.ts$/,
  /^adapters\//,
] as const;
const domainLayer = 2;

/** The number of a file's layer; -1 if it is in none. */
function layerOf(file: string): number {
  const matching = layers.flatMap((pattern, layer) => (pattern.test(file) ? [layer] : []));
  return matching.find((layer) => layer !== domainLayer) ?? matching[0] ?? -1;
}

const linesOfCode = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('//'));

const partOf = (file: string) => file.split('/').slice(0, 2).join('/');

const ofState = /^core\/[^/]+\/([^/]+\/)?(evolve\.ts|records?\.ts|(evolve|records)\/.+)$/;
const ofViews = /^core\/[^/]+\/([^/]+\/)?(message\.ts|views\.ts|views\/.+)$/;

/** Whether a file may import another: of a lower layer or its own, never of another domain, never a view from state code. */
function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (to === -1 || to > from) return false;
  if (ofState.test(file) && ofViews.test(target)) return false;
  return to !== domainLayer || from !== domainLayer || partOf(file) === partOf(target);
}

const domainFolders = new Set(
  sources.filter((file) => layerOf(file) === domainLayer).map((file) => partOf(file).slice(5)),
);

describe('the tree', () => {
  it('has these folders and no others at its top', () => {
    const ignored = ['node_modules', 'dist', 'coverage'];
    const top = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .filter((name) => !ignored.includes(name));
    expect(top).toEqual(['adapters', 'core', 'fixtures', 'recordings', 'test']);
  });

  it('names files in kebab case, and by a specific noun', () => {
    for (const file of sources) {
      const name = file.split('/').at(-1) ?? '';
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/);
      expect(name).not.toMatch(/^(utils|common|types|helpers|manager|service-manager)\.ts$/);
    }
  });

  it('limits each file to 450 lines, unless a script writes it', () => {
    for (const file of sources) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const isWritten = lines[0]?.startsWith('// Written by `npm run ') === true;
      expect({ file, fits: isWritten || lines.length <= 450 }).toEqual({ file, fits: true });
    }
  });

  it('has a comment at the head of each file', () => {
    for (const file of sources) {
      const [first, second] = readFileSync(join(root, file), 'utf8').split('\n');
      const head = first?.startsWith('#!') === true ? second : first;
      expect({ file, head: head?.startsWith('//') }).toEqual({ file, head: true });
    }
  });

  it('has a mirror test for each file of the kernel, the tables and the engine', () => {
    const withoutLogic = [
      'brand',
      'collection',
      'due',
      'engine-contract',
      'input',
      'registry',
      'stage',
      'table-contract',
      'unicode-data',
      'world-contract',
      'world-state',
    ];
    for (const file of sources.filter((name) => /^core\/(kernel|tables|engine)\//.test(name))) {
      const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length);
      if (withoutLogic.includes(name) || file === 'core/tables/index.ts') continue;
      const mirror = `test/${file.replace(/\.ts$/, '.test.ts')}`;
      expect({ mirror, exists: existsSync(join(root, mirror)) }).toEqual({ mirror, exists: true });
    }
  });

  it('has the same files in each domain', () => {
    const expected = [
      'api',
      'commands',
      'decide',
      'events',
      'evolve',
      'index',
      'react',
      'rejections',
      'state',
      'views',
    ];
    for (const domain of domainFolders) {
      for (const name of expected) expect(sources).toContain(`core/${domain}/${name}.ts`);
    }
  });

  it('lists each domain under the name of its folder', () => {
    expect([...domainFolders].sort()).toEqual(Object.keys(domains).sort());
    for (const [name, domain] of Object.entries(domains)) expect(domain.name).toBe(name);
  });

  it('imports each domain through one entry, and streams of lives for two of them', () => {
    const importers = sources.filter((file) => {
      if (!file.startsWith('core/') || layerOf(file) === domainLayer) return false;
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/from '(\.[^']+)'/g)].some(
        ([, target = '']) => layerOf(join(file, '..', target)) === domainLayer,
      );
    });
    expect(importers.sort()).toEqual([
      'core/domains.ts',
      'core/engine/world/api.ts',
      'core/engine/world/world-contract.ts',
    ]);
    const [list = ''] = importers;
    const entries = [...domainFolders].map(
      (name) => `export * as ${name} from './${name}/api.ts';`,
    );
    expect(linesOfCode(list).sort()).toEqual(entries.sort());
  });

  it('imports in one direction: kernel, tables and ports, their interface, domains, list, engine, adapters', () => {
    for (const file of sources) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [, target] of text.matchAll(/from '(\.[^']+)'/g)) {
        const resolved = join(file, '..', target ?? '');
        expect({ file, resolved, fine: mayImport(file, resolved) }).toMatchObject({ fine: true });
      }
    }
  });

  it.each([
    ['core/kernel/memo.ts', 'core/newcomer/index.ts'],
    ['core/kernel/memo.ts', 'core/decider.ts'],
    ['core/decider.ts', 'core/newcomer/index.ts'],
    ['core/newcomer/decide.ts', 'core/engine/step.ts'],
    ['core/newcomer/decide.ts', 'core/wallet/index.ts'],
    ['core/wallet/decide.ts', 'core/newcomer/index.ts'],
    ['core/newcomer/evolve.ts', 'core/newcomer/views.ts'],
    ['core/wallet/evolve/ledger.ts', 'core/wallet/views/balances.ts'],
    ['core/calendar/records/post.ts', 'core/calendar/views/post.ts'],
    ['core/newcomer/room/record.ts', 'core/newcomer/room/message.ts'],
    ['core/engine/step.ts', 'adapters/main.ts'],
    ['core/engine/step.ts', 'test/support/given.ts'],
  ])('would refuse, in %s, an import of %s', (file, target) => {
    expect(mayImport(file, target)).toBe(false);
  });

  it('would let a new domain import the kernel and itself, and the engine import it', () => {
    expect(mayImport('core/newcomer/decide.ts', 'core/kernel/result.ts')).toBe(true);
    expect(mayImport('core/newcomer/index.ts', 'core/decider.ts')).toBe(true);
    expect(mayImport('core/newcomer/decide/post.ts', 'core/newcomer/state.ts')).toBe(true);
    expect(mayImport('core/engine/registry.ts', 'core/newcomer/index.ts')).toBe(true);
  });
});

describe('the lock file', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
    >;
  };

  it('contains no download addresses', () => {
    const addressed = Object.entries(lock.packages).filter(
      ([, { resolved }]) => resolved !== undefined,
    );
    expect(addressed.map(([name]) => name)).toEqual([]);
  });

  it('contains every optional package of a pinned tool, which a clean install needs', () => {
    for (const { optionalDependencies } of Object.values(lock.packages)) {
      for (const name of Object.keys(optionalDependencies ?? {})) {
        const isLocked = Object.keys(lock.packages).some((path) =>
          path.endsWith(`node_modules/${name}`),
        );
        expect({ name, isLocked }).toEqual({ name, isLocked: true });
      }
    }
  });
});

describe('the public API of the core', () => {
  it('has these names', () => {
    expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
      [
        "AdvanceCutOff",
        "FixtureError",
        "InvariantError",
        "JsonLevelsError",
        "JsonLimitError",
        "NoRoom",
        "OverloadError",
        "RuleBook",
        "StoreError",
        "WorldElsewhere",
        "WorldPast",
        "atOnce",
        "attachmentHashOf",
        "calendar",
        "canonical",
        "canonicalWithout",
        "causesOf",
        "changedClock",
        "checkSnapshot",
        "clockModes",
        "clockRateMax",
        "compareJournals",
        "digestAfter",
        "emptyDigest",
        "eventTypes",
        "faults",
        "firstDifference",
        "inOnePiece",
        "isEventType",
        "isTooDeep",
        "isWorldOfTenant",
        "journalInMemory",
        "jsonIn",
        "jsonLevelsMax",
        "jsonNamesMax",
        "justRemoved",
        "lift",
        "nameTaken",
        "noSuchWorld",
        "ofType",
        "omitUndefined",
        "openEngine",
        "parseEnvelope",
        "parseJson",
        "queueLengthMax",
        "removedNamesMax",
        "rowView",
        "speech",
        "tenantNames",
        "trimEndOf",
        "unicodeVersion",
        "uuidOf",
        "wallet",
        "world",
      ]
    `);
  });
});
