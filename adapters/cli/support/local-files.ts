// The folder .reprise of a project: stores of runs without --data, unnamed recordings, and registrations of running servers.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { CliError } from './errors.ts';
import { isWritableFolder, noStoreIn } from './writable-folder.ts';

const folder = '.reprise';

/** The most stores of runs that are retained. */
const runFilesMax = 10;

const runPattern = /^run-.*?-(\d+)\.db$/;
const storeSuffixes = ['', '-wal', '-shm', '-lock', '-lock-journal', '-new'];

/** The path of the store of a new run; the file does not exist yet. Throws CliError if it cannot be created. */
export function newRunFile(cwd: string, startedAt: Date, processId: number): string {
  const stamp = startedAt.toISOString().replace(/[:.]/g, '-');
  return join(writableHome(cwd, noStoreIn), `run-${stamp}-${processId}.db`);
}

/** The folder that must be writable for files of this project: the one that exists, or else the project's. */
export function homeOrProject(cwd: string): string {
  const home = join(cwd, folder);
  return existsSync(home) ? home : cwd;
}

/** Removes the store of a run that never served. */
export function removeRun(file: string): void {
  for (const suffix of storeSuffixes) rmSync(file + suffix, { force: true });
}

/** Removes the oldest stores of earlier runs that have ended. Called once a run serves from its own. */
export function removeOldRuns(
  cwd: string,
  file: string,
  isRunning: (processId: number) => boolean,
): void {
  const files = { pattern: runPattern, max: runFilesMax, own: basename(file) };
  removeOldest(join(cwd, folder), files, storeSuffixes, isRunning);
}

/** As `openHome`. Throws the refusal for the folder if it cannot be created or written. */
function writableHome(cwd: string, refusal: (path: string) => CliError): string {
  let home: string | undefined;
  try {
    home = openHome(cwd);
  } catch {
    // The reason is that of a call that the operator does not know.
  }
  if (home === undefined || !isWritableFolder(home)) throw refusal(homeOrProject(cwd));
  return home;
}

/** Creates the folder, ignored by git; removes the permissions of other users from an existing one. */
function openHome(cwd: string): string {
  const home = join(cwd, folder);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  try {
    if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700);
  } catch {
    // The folder belongs to another user. Its files have mode 0600 anyway.
  }
  const ignored = join(home, '.gitignore');
  if (!existsSync(ignored)) writeFileSync(ignored, '*\n', { mode: 0o600 });
  return home;
}

/** The most recordings without a file name that are retained. */
export const unnamedRecordingsMax = 10;

/**
 * A new file for a recording without a file name; removes the oldest such files of servers that have ended. Throws CliError if
 * it cannot be created.
 */
export function newRecordingFile(
  cwd: string,
  world: string,
  startedAt: Date,
  processId: number,
  isRunning: (processId: number) => boolean,
): string {
  const home = writableHome(cwd, noRecordingIn);
  const files = { pattern: /^recording-.*-(\d+)-\d+\.jsonl$/, max: unnamedRecordingsMax };
  removeOldest(home, files, [''], isRunning);
  const stamp = startedAt.toISOString().replace(/[:.]/g, '-');
  for (let count = 1; ; count += 1) {
    const file = join(home, `recording-${stamp}-${world}-${processId}-${count}.jsonl`);
    if (!existsSync(file)) return file;
  }
}

function noRecordingIn(path: string): CliError {
  return new CliError(
    `No recording can be created in ${path}: make it a writable folder, or serve with --record and a file in another one.`,
  );
}

/** Removes the oldest files of ended processes, so that with a new one at most `max` remain. */
function removeOldest(
  home: string,
  { pattern, max, own }: { readonly pattern: RegExp; readonly max: number; readonly own?: string },
  suffixes: readonly string[],
  isRunning: (processId: number) => boolean,
): void {
  const ended = readdirSync(home)
    .filter((name) => name !== own)
    .filter((name) => pattern.test(name) && !isRunning(Number(pattern.exec(name)?.[1])))
    .sort();
  for (const name of ended.slice(0, Math.max(0, ended.length - (max - 1)))) {
    for (const suffix of suffixes) rmSync(join(home, name + suffix), { force: true });
  }
}

/** URL, token, process and known keys of a running server. */
export interface Registration {
  readonly url: string;
  readonly token: string;
  readonly processId: number;
  readonly walletKey?: string;
  readonly speechKey?: string;
}

/** Registers a running server in a file that only its owner can read. Returns a function that removes it. */
export function register(cwd: string, port: number, registration: Registration): () => void {
  const home = openHome(cwd);
  const file = join(home, `server-${port}.json`);
  rmSync(file, { force: true }); // an existing file would retain its mode
  writeFileSync(file, `${JSON.stringify(registration)}\n`, { mode: 0o600 });
  return () => {
    if (readRegistration(file)?.processId === registration.processId) rmSync(file, { force: true });
  };
}

/** The registered servers that are running, newest first. */
export function registrations(
  cwd: string,
  isRunning: (processId: number) => boolean,
): readonly Registration[] {
  const home = join(cwd, folder);
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(home)
    .filter((name) => /^server-\d+\.json$/.test(name))
    .map((name) => join(home, name))
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs)
    .flatMap((file) => readRegistration(file) ?? [])
    .filter(({ processId }) => isRunning(processId));
}

function readRegistration(file: string): Registration | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Registration;
  } catch {
    return undefined;
  }
}
