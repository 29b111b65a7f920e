// Lists the files of a folder and of all folders in it. Node can do so itself from 20.1 on.

import { readdirSync, statSync, type Dirent } from 'node:fs';

/**
 * Paths relative to the folder, with slashes, sorted. Links to folders are not followed, nor are folders named `except`; pipes,
 * sockets and devices are left out, for to read one may take for ever. Throws errors of the file system.
 */
export function filesBelow(folder: string, except?: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== except || !entry.isDirectory())
    .filter((entry) => isFileOrFolder(entry, folder))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(`${folder}/${entry.name}`, except).map((path) => `${entry.name}/${path}`)
        : [entry.name],
    )
    .sort();
}

/** A broken link counts as a file: reading it fails with a clear error. */
function isFileOrFolder(entry: Dirent, folder: string): boolean {
  const found = entry.isSymbolicLink()
    ? statSync(`${folder}/${entry.name}`, { throwIfNoEntry: false })
    : entry;
  return found === undefined || found.isFile() || found.isDirectory();
}
