// No file imports itself through others, nor does a folder of adapters, with `import type` included.

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
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(file, '..', path));
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

it('sees values, types and re-exports', () => {
  const text =
    "import { a } from './a.ts';\nimport type { B } from '../b.ts';\nexport * from './c.ts';";
  expect(importsOf('core/x/y.ts', text)).toEqual(['core/x/a.ts', 'core/b.ts', 'core/x/c.ts']);
});

/** The imports between parts of adapters: its folders, and the files beside them. */
function partsOf(imports: Imports): Imports {
  const parts = new Map<string, Set<string>>();
  const partOf = (file: string) => file.split('/').slice(0, 2).join('/');
  for (const [file, targets] of imports) {
    if (!file.startsWith('adapters/')) continue;
    const part = partOf(file);
    const others = parts.get(part) ?? new Set();
    parts.set(part, others);
    for (const target of targets.filter((name) => name.startsWith('adapters/'))) {
      if (partOf(target) !== part) others.add(partOf(target));
    }
  }
  return new Map([...parts].map(([part, others]) => [part, [...others]]));
}

it('finds a circle of two folders through different files, and none inside a folder', () => {
  const imports = new Map([
    ['adapters/a/one.ts', ['adapters/b/one.ts']],
    ['adapters/b/two.ts', ['adapters/a/two.ts', 'adapters/b/one.ts']],
    ['adapters/b/one.ts', ['core/index.ts']],
    ['adapters/c.ts', ['adapters/a/one.ts']],
  ]);
  expect(circlesIn(imports)).toEqual([]);
  expect(circlesIn(partsOf(imports))).toEqual([['adapters/a', 'adapters/b']]);
});

it('would find an import of the control plane by a service', () => {
  const imports = new Map(importsBelow(['adapters']));
  expect(circlesIn(partsOf(imports))).toEqual([]);
  const file = 'adapters/services/module.ts';
  const type = importsOf(file, "import type { HttpResponse } from '../control/service.ts';");
  imports.set(file, [...(imports.get(file) ?? []), ...type]);
  const [circle = [], ...others] = circlesIn(partsOf(imports));
  expect(circle).toEqual(expect.arrayContaining(['adapters/control', 'adapters/services']));
  expect(others).toEqual([]);
});

it('finds no circle of files and none of folders', () => {
  const imports = importsBelow(['core', 'adapters']);
  expect(imports.size).toBeGreaterThan(400);
  expect(circlesIn(imports)).toEqual([]);
  const parts = partsOf(imports);
  expect(parts.size).toBeGreaterThan(15);
  expect(circlesIn(parts)).toEqual([]);
});
