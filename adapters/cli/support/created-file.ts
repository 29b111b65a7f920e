// Files that a verb creates, and never overwrites.

import { reason } from '../../stores/damage.ts';
import { CliError } from './errors.ts';

/** Creates a recording. Throws CliError if the file exists or cannot be written; `flag` names it. */
export function createdFile<Writer>(file: string, create: () => Writer, flag = '-o'): Writer {
  return created(file, create, flag, ['recordings', 'record into']);
}

/** As `createdFile`, for a file that is no recording. */
export function createdExport<Writer>(file: string, create: () => Writer, flag = '-o'): Writer {
  return created(file, create, flag, ['files', 'write']);
}

function created<Writer>(
  file: string,
  create: () => Writer,
  flag: string,
  [kind, action]: readonly [string, string],
): Writer {
  try {
    return create();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CliError(
      code === 'EEXIST'
        ? `${file} exists already, and ${kind} are never overwritten. Set ${flag} to another file, or remove this one.`
        : `Cannot ${action} ${file} (${reason(error)}). Set ${flag} to a file in a writable folder.`,
    );
  }
}
