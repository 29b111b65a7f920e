// `reprise serve` as a child process that tests may kill at any moment, even during its start, and run with limited resources.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { builtMain, type Ready } from './serve-process.ts';

export interface ServeChild {
  readonly processId: number;
  /** Rejects with the error output if the process ends before it is ready. */
  readonly ready: Promise<Ready>;
  /** Resolves with its exit code, null if a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** The error output so far. */
  readonly complaint: () => string;
  /** The lines of its standard output so far, the ready line first. */
  readonly lines: () => readonly string[];
}

export interface ChildOptions {
  readonly cwd: string;
  /** A shell command that runs first in the server's process, such as `ulimit`. */
  readonly before?: string;
}

/** Starts a server on a free port. */
export function spawnServe(
  flags: readonly string[],
  { cwd, before = ':' }: ChildOptions,
): ServeChild {
  const args = [process.execPath, builtMain, 'serve', '--port', '0', '--json', ...flags];
  const child = spawn('/bin/sh', ['-c', `${before} && exec "$@"`, 'sh', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  // `close` is emitted only after all output has been read.
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const ready = Promise.race([
    (once(output, 'line') as Promise<[string]>).then(([line]) => JSON.parse(line) as Ready),
    exited.then((code) => {
      throw new Error(`serve ended with ${code}: ${complaint}`);
    }),
  ]);
  ready.catch(() => undefined); // a test that kills the server during its start does not await it
  return {
    processId: child.pid ?? 0,
    ready,
    exited,
    kill: (signal) => void child.kill(signal),
    complaint: () => complaint,
    lines: () => lines,
  };
}

/** Starts a server that is killed after the present test, if it still runs. */
export function spawnServeForTest(...given: Parameters<typeof spawnServe>): ServeChild {
  const child = spawnServe(...given);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child.exited;
  });
  return child;
}
