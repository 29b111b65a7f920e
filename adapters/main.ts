#!/usr/bin/env node
// The composition root: the only reader of the environment, the wall clock and the process.

import { spawn } from 'node:child_process';
import { fstatSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { isatty } from 'node:tty';
import { createOutput } from './cli/support/output.ts';
import { run } from './cli/program.ts';
import { exitCodes } from './cli/support/errors.ts';
import { harmlessLine } from './cli/support/terminal-text.ts';
import { hasCredentials } from './url-credentials.ts';
import { abandonedLine, uncaughtLines } from './cli/support/unfinished-verb.ts';

// Node 22 and later read what they compiled before; each verb imports its modules after this line.
(module as { readonly enableCompileCache?: () => void }).enableCompileCache?.();

/** Beside this file in a checkout, one folder up once built. */
const manifest = ['../package.json', '../../package.json']
  .map((path) => new URL(path, import.meta.url))
  .flatMap((url) => {
    try {
      return [JSON.parse(readFileSync(url, 'utf8')) as { name: string; version: string }];
    } catch {
      return [];
    }
  })
  .find(({ name }) => name === 'reprise');

/** Resolves with the first stop signal. Installs its handlers when called: until then signals have their default effect. */
function stopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => resolve(signal));
  });
}

/** Whether a process with this id exists, including those of other users. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Replaces the last line of the terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${harmlessLine(text)}`);
}

/** The command that opens a URL in the browser; undefined without a desktop. */
function opener(): readonly string[] | undefined {
  const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return (x11 ?? wayland) === undefined ? undefined : ['xdg-open'];
}

/** The browser goes on when this process ends. */
function openInBrowser(url: () => string): Promise<boolean> {
  const [command, ...args] = (isatty(1) ? opener() : undefined) ?? [];
  if (command === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url()], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

const printError = (line: string) => void process.stderr.write(`${harmlessLine(line)}\n`);

const args = process.argv.slice(2);
// Every user of the machine may list the arguments of processes: a password among them is not left there.
const values = args.map((arg) => arg.replace(/^--[\w-]+=/, ''));
if (values.some(hasCredentials)) process.title = 'reprise';
const output = createOutput(process.stdout, fstatSync(1).isFile() ? 1 : undefined, printError);
process.stderr.on('error', () => undefined);
let end: 'none' | 'done' | 'uncaught' = 'none';
// Node itself prints an error only after the listeners of `exit`.
process.on('uncaughtExceptionMonitor', (error) => {
  end = 'uncaught';
  uncaughtLines(args, error).forEach(printError);
});
// The error of the last line arrives after the verb has ended. Exits at once: Node would close a database that was left open because
// its log is damaged.
process.on('exit', (code) => {
  if (end === 'done') process.exit(output.exitCodeAfter(code));
  if (end === 'none') printError(abandonedLine(args));
  process.exit(exitCodes.broken);
});

process.exitCode = await run(args, {
  cwd: process.cwd(),
  env: process.env,
  version: manifest?.version ?? 'unknown',
  nodeVersion: process.versions.node,
  processId: process.pid,
  now: () => new Date(),
  isRunning,
  progress: showProgress,
  showsProgress: isatty(2),
  isTerminal: isatty(1),
  openInBrowser,
  input: () => process.stdin,
  columns: process.stdout.columns,
  print: output.print,
  write: output.write,
  printError,
  outputEnded: output.ended,
  stopped,
});
end = 'done';
