// `reprise serve` as a child that may be killed at any moment, its start included, and may be given little room.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtMain, type Ready } from './serve-process.ts';

export interface ServeChild {
  readonly processId: number;
  /** Rejects with what it complained of if it ends before it is ready. */
  readonly ready: Promise<Ready>;
  /** Resolves with its exit code, null if a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** What it wrote to its standard error so far. */
  readonly complaint: () => string;
  /** The lines of its standard output so far, the ready line first. */
  readonly lines: () => readonly string[];
}

export interface ChildOptions {
  readonly cwd: string;
  /** A shell command that goes before the server in its process, such as `ulimit`. */
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
  // `close` comes when all that it wrote has been read, too.
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const ready = Promise.race([
    (once(output, 'line') as Promise<[string]>).then(([line]) => JSON.parse(line) as Ready),
    exited.then((code) => {
      throw new Error(`serve ended with ${code}: ${complaint}`);
    }),
  ]);
  ready.catch(() => undefined); // who kills it at its start does not wait for it
  return {
    processId: child.pid ?? 0,
    ready,
    exited,
    kill: (signal) => void child.kill(signal),
    complaint: () => complaint,
    lines: () => lines,
  };
}
