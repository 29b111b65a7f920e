// Lists the files of a folder and of all folders in it. Node can do so itself from 20.1 on.

import { readdirSync } from 'node:fs';

/**
 * Paths relative to the folder, with slashes, sorted. Links to folders are not followed, nor are folders named `except`. Throws
 * errors of the file system.
 */
export function filesBelow(folder: string, except?: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== except || !entry.isDirectory())
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(`${folder}/${entry.name}`, except).map((path) => `${entry.name}/${path}`)
        : [entry.name],
    )
    .sort();
}
