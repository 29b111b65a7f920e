// Reads a Dockerfile: its instructions, and the commands in it.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Instruction {
  /** In upper case, such as `COPY`. */
  readonly name: string;
  readonly rest: string;
}

/** All instructions, each in one line. */
export function instructionsOf(dockerfile: string): readonly Instruction[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name: name.toUpperCase(), rest }];
    });
}

/** The words of an instruction in the exec form; of a health check, those of its command. */
export function wordsOf(dockerfile: string, name: string): readonly string[] {
  const { rest = '' } = instructionsOf(dockerfile).findLast((one) => one.name === name) ?? {};
  const [list = '[]'] = /\[.*\]$/.exec(rest) ?? [];
  return JSON.parse(list) as readonly string[];
}

export async function exitCodeOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  try {
    await promisify(execFile)(program, args, { env });
    return 0;
  } catch (error) {
    return (error as { code: number }).code;
  }
}
