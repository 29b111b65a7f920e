// Lists the files of a domain that reject commands, with their codes, for its page.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPage, root } from './page.ts';

/** The source texts of a domain by path: all files of these folders, and these files. */
export function sourcesOf(
  domain: string,
  folders: readonly string[],
  files: readonly string[] = [],
): ReadonlyMap<string, string> {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, 'core', domain, folder))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  const paths = [...inFolders, ...files];
  return new Map(paths.map((path) => [path, readPage(`core/${domain}/${path}`)]));
}

export function rejectingFiles(
  codes: readonly string[],
  sources: ReadonlyMap<string, string>,
): string {
  const files = [...sources].flatMap(([path, text]) => {
    const own = codes.filter((code) => text.includes(`'${code}'`));
    return own.length === 0
      ? []
      : [`- [${path}](${path}):`, `  ${wrapped(own).replaceAll('\n', '\n  ')}`];
  });
  return files.join('\n');
}

/** Joins names to lines of at most 120 characters. */
export function wrapped(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined || last.length + name.length > 116) lines.push(name);
    else lines[lines.length - 1] = `${last}, ${name}`;
  }
  return lines.join(',\n');
}
