// Finds the regular expressions of the sources: literals by a parser, others by a process that imports the built modules.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

export function shown({ source, flags }: Expression): string {
  return `/${source}/${flags}`;
}

/** The files of the product, below the root. */
export function sourceFiles(): readonly string[] {
  return ['core', 'adapters'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .sort(),
  );
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** A slash where an expression may begin: after an operator, a bracket, a word of the language, or at the beginning of a line. */
const mayHaveLiteral = /(?:^|[=(,:!&|?{};[\]]|return|=>)\s*\/[^/*\s]/m;

/** The literals of a program, each as often as it is there. */
export function literalsIn(text: string): readonly Expression[] {
  if (!mayHaveLiteral.test(text)) return [];
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex } = node as { type?: unknown; regex?: { pattern: string; flags: string } };
    if (type === 'Literal' && regex !== undefined) {
      found.push({ source: regex.pattern, flags: regex.flags });
    } else for (const member of Object.values(node)) visit(member);
  };
  visit(parseSync('source.ts', text).program);
  return found;
}

const collector = `
const made = [];
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given, own) {
    const one = Reflect.construct(target, given, own);
    const maker = new Error().stack.split('\\n')[2] ?? '';
    const [, file] = /\\/dist\\/((?:core|adapters)\\/[^:?]+)\\.js/.exec(maker) ?? [];
    if (file !== undefined) made.push({ file: file + '.ts', source: one.source, flags: one.flags });
    return one;
  },
});
for (const file of process.argv.slice(1)) await import(file);
console.log(JSON.stringify(made));
process.exit();
`;

export interface FoundExpression extends Expression {
  readonly file: string;
}

/** The expressions that built modules make while they are imported. */
export async function madeBy(files: readonly string[]): Promise<readonly FoundExpression[]> {
  const modules = files.map(
    (file) => new URL(`../../dist/${file.replace(/\.ts$/, '.js')}`, import.meta.url).href,
  );
  const flags = ['--input-type=module', '--eval', collector, ...modules];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  return JSON.parse(stdout) as FoundExpression[];
}
