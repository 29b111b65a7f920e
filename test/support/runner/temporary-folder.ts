// Folders for the files of tests.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = () => mkdtempSync(join(tmpdir(), 'reprise-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates a folder, which is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = newFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** Creates a folder, which is removed after the present test. */
export function testFolder(): string {
  const folder = newFolder();
  onTestFinished(() => remove(folder));
  return folder;
}
