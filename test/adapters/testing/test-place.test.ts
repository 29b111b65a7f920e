// The recordings of failing tests: a file for each test, also if several have the same titles.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { placeOf, removeResults, resultFile, write } from '../../../adapters/testing/test-place.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const folderOfResults = () => join(folder, 'test-results', 'test-place-test-ts');
const nameOf = (file: string) => file.slice(folderOfResults().length + 1);

describe.for(['a suite', 'a suite'])('tests with equal titles, in %s', () => {
  const names: string[] = [];

  it.for([1, 2])('have files of their own', (_amount, { task }) => {
    names.push(nameOf(resultFile(placeOf(task))));
    expect(nameOf(resultFile(placeOf(task)))).toBe(names.at(-1)); // a retry has the same
  });

  it('which are numbered from the second on', () => {
    const [, hash = ''] = /-([0-9a-f]{8})\.jsonl$/.exec(names[0] ?? '') ?? [];
    const title = 'tests-with-equal-titles-in-a-suite-have-files-of-their-own';
    expect([
      [`${title}-${hash}.jsonl`, `${title}-2-${hash}.jsonl`],
      [`${title}-3-${hash}.jsonl`, `${title}-4-${hash}.jsonl`],
    ]).toContainEqual(names);
  });
});

describe('the results of a test', () => {
  it('are removed without those of a test with the same titles', async ({ task }) => {
    const first = placeOf(task);
    const second = { ...first, ordinal: 2 };
    for (const place of [first, second]) {
      for (const world of [undefined, 'other']) await write(resultFile(place, world), '');
    }
    await removeResults(second);
    expect(readdirSync(folderOfResults()).sort()).toEqual(
      [resultFile(first), resultFile(first, 'other')].map(nameOf).sort(),
    );
    await removeResults(first);
    expect(readdirSync(folderOfResults())).toEqual([]);
  });
});
