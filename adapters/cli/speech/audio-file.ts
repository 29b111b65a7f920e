// The audio files that verbs write, as --output names them.

import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CliError } from '../support/errors.ts';
import type { CliHost } from '../support/cli-host.ts';

/** Throws CliError if the file cannot be written, before work is done for it. */
export function checkAudioFile(name: string, { cwd }: Pick<CliHost, 'cwd'>): void {
  const path = resolve(cwd, name);
  const own = statSync(path, { throwIfNoEntry: false });
  if (own?.isDirectory() === true) throw cannotWrite(name, 'EISDIR');
  try {
    accessSync(own === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw cannotWrite(name, (error as NodeJS.ErrnoException).code);
  }
}

export function writeAudioFile(name: string, bytes: Uint8Array, { cwd }: CliHost): void {
  try {
    writeFileSync(resolve(cwd, name), bytes, { mode: 0o600 }); // as recordings: a text may be private
  } catch (error) {
    throw cannotWrite(name, (error as NodeJS.ErrnoException).code);
  }
}

function cannotWrite(name: string, code: string | undefined): CliError {
  return new CliError(
    `Cannot write ${name} (${code}). Set --output to a file in a writable folder.`,
  );
}
