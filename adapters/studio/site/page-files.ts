// The built page of the studio: a script and a style, whose names have the hash of their content.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From a module of the sources, of the built library, and of the bundled command line. */
const places = ['../../../dist/studio/', '../../../studio/', '../studio/'];

export interface PageFiles {
  readonly folder: string;
  readonly script: string;
  readonly style: string;
}

let files: PageFiles | undefined;

/** Throws an Error that says what to do if the page was not built. */
export function pageFiles(): PageFiles {
  files ??= findPageFiles();
  return files;
}

function findPageFiles(): PageFiles {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(join(place, 'files.json')));
  if (folder === undefined) throw new Error('The studio is not built: run `npm run build`.');
  const names = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as {
    readonly script: string;
    readonly style: string;
  };
  return { folder, ...names };
}
