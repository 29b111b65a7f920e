// The product as it is built, which is what is measured: types come from the source, code from dist.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../dist/', import.meta.url);

/** The program that `reprise` starts. */
export const builtMain = fileURLToPath(new URL('adapters/main.js', dist));

/** A module of the built product; `path` is that of its source, with the ending js. */
export async function built<Module>(path: string): Promise<Module> {
  const file = new URL(path, dist);
  if (!existsSync(file)) throw new Error(`There is no dist/${path}; run npm run build first.`);
  return (await import(file.href)) as Module;
}
