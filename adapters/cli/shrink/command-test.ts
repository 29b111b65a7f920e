// Tests recordings by a command of the operator: it runs in a shell, and an exit other than 0 is a failure. Each command has a process
// group of its own, which is ended with it.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { kill } from 'node:process';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import { messageOf } from '../../wording.ts';
import { TestEndedError } from '../../shrink/shrink.ts';
import { quotedForShell } from '../../shell-quotes.ts';
import type { CliHost } from '../support/cli-host.ts';

export interface CommandTestOptions extends Pick<CliHost, 'cwd' | 'env'> {
  /** With `{}` in place of the file. */
  readonly command: string;
  readonly timeoutMs: number;
  /** Aborted when a running command is to be ended. */
  readonly signal: AbortSignal;
}

/** What stands for the file. */
export const filePlace = '{}';

/** How long a process group may take to end before it is killed. */
const graceMs = 1_000;
/** Of what a command writes to standard error, for a message. */
const complaintCharsMax = 1_000;

/** Exit codes by which a shell says that it could not run a command. */
const refusals: Readonly<Record<number, string>> = {
  126: 'is not executable',
  127: 'is not found',
};

export class CommandTest {
  readonly #options: CommandTestOptions;
  #running: Promise<boolean> | undefined;
  #commands = 0;
  /** The commands that did not end in time, after the first one. */
  timeouts = 0;

  constructor(options: CommandTestOptions) {
    this.#options = options;
  }

  /** Whether the command fails for a file. Rejects with TestEndedError if it cannot be run. */
  fails(file: string): Promise<boolean> {
    this.#running = this.#run(file);
    return this.#running;
  }

  /** Resolves once no process is left. */
  async close(): Promise<void> {
    await this.#running?.catch(() => undefined);
  }

  async #run(file: string): Promise<boolean> {
    const { command, cwd, env, timeoutMs, signal } = this.#options;
    const line = command.replaceAll(filePlace, () => quotedForShell(file));
    const shell = spawn('/bin/sh', ['-c', line], {
      cwd,
      env: { ...env },
      detached: true, // a process group of its own
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const complaint = complaintOf(shell);
    try {
      const end = await endOf(shell, timeoutMs, signal);
      return this.#verdict(end, complaint());
    } finally {
      endGroup(shell, 'SIGKILL');
      shell.stderr.destroy();
    }
  }

  #verdict(end: CommandEnd, complaint: string): boolean {
    const isFirst = this.#commands === 0;
    this.#commands += 1;
    const { timeoutMs } = this.#options;
    if (end === 'late') {
      if (isFirst) {
        throw new TestEndedError(
          `The command of --run did not end within ${timeoutMs / 1_000} s, and was ended: give it more time with --timeout, or set one that ends.`,
        );
      }
      this.timeouts += 1;
      return false; // it has not shown that it fails
    }
    const refusal = typeof end === 'number' ? refusals[end] : undefined;
    if (refusal !== undefined) {
      const said = complaint === '' ? '' : `: ${complaint}`;
      throw new TestEndedError(`A command of --run ${refusal} (exit code ${end}${said}).`);
    }
    return end !== 0;
  }
}

/** The exit code of a command, or how it ended otherwise. */
type CommandEnd = number | 'killed' | 'late' | 'stopped';

/** Ends the processes of a command that takes too long, or is stopped. Rejects if there is no shell. */
async function endOf(
  shell: ChildProcess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const exited = once(shell, 'exit').then(([code]) => (code as number | null) ?? 'killed');
  let finish: (end: 'late' | 'stopped') => void = () => undefined;
  const cutShort = new Promise<'late' | 'stopped'>((resolve) => (finish = resolve));
  const late = setTimeout(() => finish('late'), timeoutMs);
  const stop = () => finish('stopped');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const end = await Promise.race([exited, cutShort]);
    if (end === 'late' || end === 'stopped') {
      endGroup(shell, 'SIGTERM');
      const patience = setTimeout(() => endGroup(shell, 'SIGKILL'), graceMs);
      await exited;
      clearTimeout(patience);
    }
    return end;
  } catch (error) {
    throw new TestEndedError(`Cannot run /bin/sh for --run (${messageOf(error)}).`);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}

/** Of all processes that a command has started, if any is left. */
function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    kill(-pid, signal);
  } catch {
    // None is left.
  }
}

/** The first line that a command writes to standard error. */
function complaintOf({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.on('data', (bytes: Buffer) => {
    if (text.length < complaintCharsMax) text += bytes.toString();
  });
  return () => text.slice(0, complaintCharsMax).trim().split('\n')[0] ?? '';
}
