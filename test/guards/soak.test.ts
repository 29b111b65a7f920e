// `npm run test:soak` runs every test file that has additional cases for it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../../adapters/files-below.ts';
import { root } from '../support/documents/page.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

it('runs each file with cases for it', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const [, command = ''] = /vitest run (.*)$/.exec(scripts['test:laws'] ?? '') ?? [];
  const places = command.trim().split(' ');
  const files = filesBelow(join(root, 'test'))
    .map((name) => `test/${name}`)
    .filter((file) => file.endsWith('.test.ts') && /from '.*\/runner\/soak\.ts'/.test(read(file)));
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !places.some((place) => file.includes(place)))).toEqual([]);
});
