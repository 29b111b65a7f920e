// Finds recordings by arguments: files, or folders with all recordings below them.

import { statSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { filesBelow } from '../../files-below.ts';
import { CliError } from '../support/errors.ts';

const hint = 'Set a recording, or a folder with recordings (*.jsonl) below it.';

/** In folders that are named, installed packages are left out: their recordings are not those of the project. */
const packages = 'node_modules';

/** The files in the order of the arguments, sorted within folders. Throws CliError if an argument has none. */
export function recordingFiles(cwd: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const path = resolve(cwd, name);
    const found = statOf(path, name);
    if (found === undefined) throw new CliError(`There is no file or folder ${name}. ${hint}`);
    if (!found.isDirectory()) return [name];
    const below = filesBelow(path, packages).filter((file) => file.endsWith('.jsonl'));
    if (below.length === 0) throw new CliError(`There is no recording below ${name}. ${hint}`);
    return below.map((file) => join(name, file));
  });
}

function statOf(path: string, name: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new CliError(`Cannot read ${name} (${(error as NodeJS.ErrnoException).code}).`);
  }
}
