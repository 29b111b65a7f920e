import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { filesBelow } from '../../adapters/files-below.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

it('filesBelow lists files at any depth, sorted by their whole paths', () => {
  mkdirSync(join(folder, 'b/c'), { recursive: true });
  mkdirSync(join(folder, 'empty'));
  for (const file of ['b/c/z', 'b.txt', 'a', 'b/y']) writeFileSync(join(folder, file), '');
  expect(filesBelow(folder)).toEqual(['a', 'b.txt', 'b/c/z', 'b/y']);
});

it('filesBelow does not follow a link to a folder, which may be a cycle', () => {
  symlinkSync(folder, join(folder, 'loop'));
  expect(filesBelow(folder)).toEqual(['loop']);
});

it('filesBelow leaves out folders of a name, at any depth, but not files', () => {
  mkdirSync(join(folder, 'a/node_modules/b'), { recursive: true });
  mkdirSync(join(folder, 'c'));
  for (const file of ['a/node_modules/b/x', 'a/y', 'c/node_modules'])
    writeFileSync(join(folder, file), '');
  expect(filesBelow(folder, 'node_modules')).toEqual(['a/y', 'c/node_modules']);
});

it('filesBelow leaves out pipes, also behind links, and keeps links that lead nowhere', () => {
  execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
  writeFileSync(join(folder, 'file.jsonl'), '');
  for (const [link, target] of [
    ['to-pipe.jsonl', 'pipe.jsonl'],
    ['to-file.jsonl', 'file.jsonl'],
    ['to-nothing.jsonl', 'nothing'],
  ] as const) {
    symlinkSync(join(folder, target), join(folder, link));
  }
  expect(filesBelow(folder)).toEqual(['file.jsonl', 'to-file.jsonl', 'to-nothing.jsonl']);
});

it('filesBelow throws if the folder does not exist', () => {
  expect(() => filesBelow(join(folder, 'none'))).toThrow(/ENOENT/);
});
