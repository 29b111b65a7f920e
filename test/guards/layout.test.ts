// The tree is as its readers expect: mirrors of tests, small files, one way of imports, a public API that changes visibly.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as core from '../../core/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

const sources = [...filesBelow('core'), ...filesBelow('adapters')];

describe('the tree', () => {
  it('has these folders and no others at its top', () => {
    const ignored = ['node_modules', 'dist', 'coverage'];
    const top = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .filter((name) => !ignored.includes(name));
    expect(top).toEqual(['adapters', 'core', 'fixtures', 'recordings', 'test']);
  });

  it('names files in kebab case, and none after nothing in particular', () => {
    for (const file of sources) {
      const name = file.split('/').at(-1) ?? '';
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/);
      expect(name).not.toMatch(/^(utils|common|types|helpers|manager|service-manager)\.ts$/);
    }
  });

  it('keeps each file to one noun: 450 lines at most', () => {
    for (const file of sources) {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
      expect({ file, fits: lines <= 450 }).toEqual({ file, fits: true });
    }
  });

  it('says at the head of each file what it is for', () => {
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
      'engine-contract',
      'input',
      'life',
      'registry',
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

  it('gives each domain the same files', () => {
    const expected = [
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
    for (const domain of ['wallet', 'calendar']) {
      for (const name of expected) expect(sources).toContain(`core/${domain}/${name}.ts`);
    }
  });

  it('imports one way: kernel, tables and ports, domains, engine, adapters', () => {
    const ranks = [
      /^core\/(kernel|tables|ports)\//,
      /^core\/(wallet|calendar|speech)\//,
      /^core\/engine\//,
      /^core\/index/,
      /^adapters\//,
    ];
    const rankOf = (file: string) => ranks.findIndex((pattern) => pattern.test(file));
    for (const file of sources) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [, target] of text.matchAll(/from '(\.[^']+)'/g)) {
        const resolved = join(file, '..', target ?? '');
        expect({ file, resolved, fine: rankOf(resolved) <= rankOf(file) }).toMatchObject({
          fine: true,
        });
      }
    }
  });
});

describe('the lock file', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }
    >;
  };

  it('holds no download addresses', () => {
    const addressed = Object.entries(lock.packages).filter(
      ([, { resolved }]) => resolved !== undefined,
    );
    expect(addressed.map(([name]) => name)).toEqual([]);
  });

  it('holds every optional package of a pinned tool, without which a clean install fails', () => {
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
        "FixtureError",
        "InvariantError",
        "OverloadError",
        "StoreError",
        "calendar",
        "canonical",
        "canonicalWithout",
        "causesOf",
        "changedClock",
        "clockModes",
        "clockRateMax",
        "eventTypes",
        "firstDifference",
        "isEventType",
        "lift",
        "ofType",
        "omitUndefined",
        "openEngine",
        "parseEnvelope",
        "queueLengthMax",
        "unicodeVersion",
        "uuidOf",
        "wallet",
        "world",
      ]
    `);
  });
});
