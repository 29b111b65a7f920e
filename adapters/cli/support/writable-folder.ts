// Checks that files can be created in a folder.

import { accessSync, constants, statSync } from 'node:fs';
import { CliError } from './errors.ts';

export function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The error for a folder in which no store can be created. */
export function noStoreIn(path: string): CliError {
  return new CliError(
    `No store can be created in ${path}: make it a writable folder, or serve with --data or --memory.`,
  );
}
