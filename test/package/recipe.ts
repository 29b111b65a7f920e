// The project of a recipe: the files in a chapter of the page, with the packed package; the chapter's commands run there.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inject } from 'vitest';
import { blocksOf, chapterOf, readPage, recipesPage, root } from '../support/documents/page.ts';
import { linkModules } from '../support/documents/page-runner.ts';

export interface ProcessResult {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface Project {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
  /** Runs a command as a user types it. */
  readonly run: (command: string, env?: Readonly<Record<string, string>>) => Promise<ProcessResult>;
  readonly remove: () => void;
}

/** The text of a chapter of the page. */
const recipeOf = (heading: string): string => chapterOf(readPage(recipesPage), heading);

const named = /^(?:\/\/|#) ([\w.-]+)\n/;

/** The files of a chapter, by the names in their first lines. */
export function filesOf(heading: string): ReadonlyMap<string, string> {
  const files = blocksOf(recipeOf(heading)).flatMap(({ code }) => {
    const name = named.exec(code)?.[1];
    return name === undefined ? [] : [[name, code] as const];
  });
  return new Map(files);
}

/** The commands of a chapter, except installations and Docker commands. */
export function commandsOf(heading: string): readonly string[] {
  return blocksOf(recipeOf(heading))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.trim().split('\n'))
    .filter((line) => !/^(npm install|docker) /.test(line));
}

/** Creates a project with the files of chapters, the packed package, and links to the other packages of the checkout. */
export function createProject(...headings: readonly string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-recipe-'));
  install(join(folder, 'node_modules'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const heading of headings) {
    for (const [name, text] of filesOf(heading)) write(name, text);
  }
  return {
    folder,
    write,
    run: (command, env = {}) => run(folder, command, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function install(modules: string): void {
  const own = join(modules, 'reprise');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', inject('tarball'), '--strip-components=1', '-C', own]);
  linkModules(modules);
  const bin = join(modules, '.bin');
  rmSync(bin);
  mkdirSync(bin);
  const theirs = join(root, 'node_modules/.bin');
  for (const name of readdirSync(theirs)) symlinkSync(join(theirs, name), join(bin, name));
  symlinkSync(join(own, 'dist/command/main.js'), join(bin, 'reprise'));
}

function run(
  folder: string,
  command: string,
  given: Readonly<Record<string, string>>,
): Promise<ProcessResult> {
  const { VITEST: _vitest, NODE_ENV: _env, ...inherited } = process.env;
  const path = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const env = { ...inherited, CI: '1', NO_COLOR: '1', PATH: path, ...given };
  return new Promise((resolve) => {
    const child = execFile('bash', ['-c', command], { cwd: folder, env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? 1, output: out + err }),
    );
  });
}
