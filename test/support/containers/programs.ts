// Runs programs that print much and may take minutes; a failure shows the end of what they printed.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** Its file; undefined if it is not installed. */
export const programFile = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

const maxBuffer = 64 * 1024 * 1024;

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Resolves with all that it printed on standard output, trimmed; rejects if its exit code is not 0. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: ProgramOptions = {},
): Promise<string> {
  const options = { cwd, env: { ...env, PATH: folders.join(delimiter) }, maxBuffer };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, out, err) => {
      if (error === null) return resolve(out.trim());
      const end = `${out}\n${err}`.trim().split('\n').slice(-30).join('\n');
      reject(new Error(`${program} ${args.join(' ')}\n${end}`, { cause: error }));
    });
  });
}
