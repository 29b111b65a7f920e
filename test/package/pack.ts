// Packs the package once, for all tests of the installed package.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { root } from '../support/documents/page.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the packed tarball. */
    readonly tarball: string;
  }
}

export default async function pack(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-packed-'));
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: root });
  const [name = ''] = readdirSync(folder);
  project.provide('tarball', join(folder, name));
  return () => rmSync(folder, { recursive: true });
}
