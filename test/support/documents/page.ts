// Markdown pages as data: their fenced blocks, and the marks between them that name steps of a test.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readdirSync } from 'node:fs';
import { filesBelow } from '../../../adapters/files-below.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The text of a page, named by its path in the checkout. */
export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Folders without pages of the project. */
const isForeign = (name: string) =>
  name.startsWith('.') || /^(node_modules|dist|coverage)$/.test(name);

/** All pages of the project, by their paths. */
export function allPages(): readonly string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !isForeign(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(join(root, entry.name)).map((path) => `${entry.name}/${path}`)
        : [entry.name],
    )
    .filter((path) => path.endsWith('.md'));
}

/** Pages whose programs import the package. Each process loads the whole package, so they run against the packed one. */
export function libraryPages(): readonly string[] {
  return allPages().filter((page) =>
    blocksOf(readPage(page)).some(({ code }) => /from 'reprise[/']/.test(code)),
  );
}

/** The chapters are projects for other test runners; test/package runs each of them. */
export const recipesPage = 'adapters/testing/RECIPES.md';

/** A fenced block, or `mark`: an HTML comment on a line of its own, with its text as code. */
export interface Block {
  readonly language: string;
  readonly code: string;
}

const pattern = /^<!-- (.+) -->$|^```([a-z]+)\n([^]*?)^```$/gm;

/** The blocks and marks of a page, in order. */
export function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(pattern)].map(([, mark, language, code]) =>
    mark === undefined
      ? { language: language ?? '', code: code ?? '' }
      : { language: 'mark', code: mark },
  );
}

/** The page with the code of each block replaced by the result of `change`. */
export function withBlocks(text: string, change: (block: Block, index: number) => string): string {
  let index = -1;
  return text.replace(pattern, (whole, mark?: string, language = '', code = '') => {
    index += 1;
    return mark === undefined
      ? `\`\`\`${language}\n${change({ language, code }, index)}\`\`\``
      : whole;
  });
}

/** The text of a page without its blocks. */
export const proseOf = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');

/** A chapter of the second level by its heading. */
export function chapterOf(text: string, heading: string): string {
  const chapters = text.split(/^## /m);
  const chapter = chapters.find((candidate) => candidate.startsWith(`${heading}\n`));
  if (chapter === undefined) throw new Error(`There is no chapter '${heading}'.`);
  return chapter;
}
