// Imports run one way, with `import type` included: no file imports itself through others, and nor does a folder at any level.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** File names, each with the names of the files that it imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

function importsBelow(folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return new Map(
    files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]),
  );
}

function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) =>
    join(file, '..', path),
  );
}

/** The sets of files that import each other in a circle (strongly connected components, Tarjan 1972). */
function circlesIn(imports: Imports): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    open.push(file);
    let low = number;
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

it('finds a circle of two files, and one through a third', () => {
  const imports = (lines: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(lines));
  expect(circlesIn(imports({ a: ['b'], b: ['a'], c: ['a'] }))).toEqual([['a', 'b']]);
  expect(circlesIn(imports({ a: ['b'], b: ['c'], c: ['a'], d: ['d2'], d2: [] }))).toEqual([
    ['a', 'b', 'c'],
  ]);
  expect(circlesIn(imports({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
});

it('sees values, types, re-exports and imports at run time', () => {
  const text = [
    "import { a } from './a.ts';",
    "import type { B } from '../b.ts';",
    "export * from './c.ts';",
    "const d = await import('./d.ts');",
  ].join('\n');
  expect(importsOf('core/x/y.ts', text)).toEqual([
    'core/x/a.ts',
    'core/b.ts',
    'core/x/c.ts',
    'core/x/d.ts',
  ]);
});

/** By folder: the imports between its parts, which are its sub-folders and the files beside them. */
function partsByFolder(imports: Imports): ReadonlyMap<string, Imports> {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [folder, part, other] = fork(file, target);
      if (part === other) continue;
      const parts = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, parts);
      parts.set(part, (parts.get(part) ?? new Set()).add(other));
    }
  }
  return new Map(
    [...folders].map(([folder, parts]) => [
      folder,
      new Map([...parts].map(([part, others]) => [part, [...others]])),
    ]),
  );
}

/** The folder that two files share, and the part of it that each is in. */
function fork(file: string, target: string): readonly [string, string, string] {
  const [path, other] = [file.split('/'), target.split('/')];
  const depth = path.findIndex((name, index) => name !== other[index]);
  return [path.slice(0, depth).join('/'), path[depth] ?? '', other[depth] ?? ''];
}

/** Each circle of parts, as the folder and the parts: `core: kernel, tables`. */
function knotsIn(imports: Imports): readonly string[] {
  return [...partsByFolder(imports)]
    .flatMap(([folder, parts]) =>
      circlesIn(parts).map((circle) => `${folder}: ${circle.join(', ')}`),
    )
    .sort();
}

const folderOf = (knot: string) => knot.slice(0, knot.indexOf(':'));

it('finds a circle of two folders through different files, and none inside a folder', () => {
  const imports = new Map([
    ['adapters/a/one.ts', ['adapters/b/one.ts']],
    ['adapters/b/two.ts', ['adapters/a/two.ts', 'adapters/b/one.ts']],
    ['adapters/b/one.ts', ['core/index.ts']],
    ['adapters/c.ts', ['adapters/a/one.ts']],
  ]);
  expect(circlesIn(imports)).toEqual([]);
  expect(knotsIn(imports)).toEqual(['adapters: a, b']);
});

it('finds a circle deep in the tree, of folders and of a file beside them', () => {
  const imports = new Map([
    ['core/x/y/one/a.ts', ['core/x/y/two/a.ts']],
    ['core/x/y/two/b.ts', ['core/x/y/state.ts', 'core/x/z/a.ts']],
    ['core/x/y/state.ts', ['core/x/y/one/b.ts']],
  ]);
  expect(circlesIn(imports)).toEqual([]);
  expect(knotsIn(imports)).toEqual(['core/x/y: one, state.ts, two']);
});

it.each([
  ['adapters/services/module.ts', 'adapters/control/service.ts', 'adapters'],
  ['core/wallet/keys/address.ts', 'core/wallet/views/page.ts', 'core/wallet'],
  ['core/kernel/ids.ts', 'core/wallet/index.ts', 'core'],
])('would find, in %s, an import of %s', (file, target, folder) => {
  const imports = new Map(importsBelow(['core', 'adapters']));
  const before = knotsIn(imports);
  imports.set(file, [...(imports.get(file) ?? []), target]);
  const planted = knotsIn(imports).filter((knot) => !before.includes(knot));
  expect(planted.map(folderOf)).toEqual([folder]);
});

it('finds no circle of files', () => {
  const imports = importsBelow(['core', 'adapters']);
  expect(imports.size).toBeGreaterThan(400);
  expect(circlesIn(imports)).toEqual([]);
});

it('finds no circle of folders', () => {
  const imports = importsBelow(['core', 'adapters']);
  expect(partsByFolder(imports).size).toBeGreaterThan(50);
  expect(knotsIn(imports)).toEqual([]);
});
