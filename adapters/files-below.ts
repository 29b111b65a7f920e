// Lists the files of a folder and of all folders in it. Node can do so itself from 20.1 on.

import { readdirSync } from 'node:fs';

/** Paths relative to the folder, with slashes, sorted. Links to folders are not followed. Throws errors of the file system. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(`${folder}/${entry.name}`).map((path) => `${entry.name}/${path}`)
        : [entry.name],
    )
    .sort();
}
