// A shell with a running server, for tests of verbs: command lines that must succeed or fail.

import { expect } from 'vitest';
import { openShell, type RunningServer, type Shell } from './shell.ts';

export interface RunningShell {
  readonly shell: Shell;
  readonly served: RunningServer;
  /** Runs a command line that must succeed; returns its output. */
  readonly fine: (...args: string[]) => Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes
  readonly asJson: (...args: string[]) => Promise<any>;
  /** Runs a command line that must end with exit code 1; returns its one-line error. */
  readonly refused: (...args: string[]) => Promise<string>;
}

export async function openRunningShell(flags: readonly string[] = []): Promise<RunningShell> {
  const shell = openShell();
  const served = await shell.serve(['--memory', '--clock', 'frozen', ...flags]);
  const fine = async (...args: string[]) => {
    const { exitCode, out, errors } = await shell.run(args);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    return out.join('\n');
  };
  return {
    shell,
    served,
    fine,
    asJson: async (...args) => JSON.parse(await fine(...args, '--json')),
    async refused(...args) {
      const { exitCode, out, errors } = await shell.run(args);
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
      expect(errors).toHaveLength(1);
      return errors[0] ?? '';
    },
  };
}
