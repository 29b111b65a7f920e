// The folder .reprise of a project: the stores of runs that named none, and where running servers can be found.

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

const folder = '.reprise';

/** Stores of earlier runs that are kept. */
const runFilesMax = 10;

const runPattern = /^run-.*?-(\d+)\.db$/;
const storeSuffixes = ['', '-wal', '-shm', '-lock', '-lock-journal', '-new'];

/** The store file of a new run; nothing is there yet. */
export function newRunFile(cwd: string, startedAt: Date, processId: number): string {
  const stamp = startedAt.toISOString().replace(/[:.]/g, '-');
  return join(openHome(cwd), `run-${stamp}-${processId}.db`);
}

/** Removes the store of a run that never served. */
export function removeRun(file: string): void {
  for (const suffix of storeSuffixes) rmSync(file + suffix, { force: true });
}

/** A run has begun to serve from this file: the oldest of earlier runs go, unless they are running still. */
export function forgetOldRuns(
  cwd: string,
  file: string,
  isRunning: (processId: number) => boolean,
): void {
  const files = { pattern: runPattern, kept: runFilesMax, own: basename(file) };
  forgetOldest(join(cwd, folder), files, storeSuffixes, isRunning);
}

/** Creates the folder, or takes the rights of others from it. */
function openHome(cwd: string): string {
  const home = join(cwd, folder);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  try {
    if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700);
  } catch {
    // It is another user's: the files in it are for their owner only all the same.
  }
  return home;
}

/** The most recordings without a file name that are retained. */
export const unnamedRecordingsMax = 10;

/** A new file for a recording that names none; removes the oldest such files of servers that have ended. */
export function newRecordingFile(
  cwd: string,
  world: string,
  startedAt: Date,
  processId: number,
  isRunning: (processId: number) => boolean,
): string {
  const home = openHome(cwd);
  const files = { pattern: /^recording-.*-(\d+)-\d+\.jsonl$/, kept: unnamedRecordingsMax };
  forgetOldest(home, files, [''], isRunning);
  const stamp = startedAt.toISOString().replace(/[:.]/g, '-');
  for (let count = 1; ; count += 1) {
    const file = join(home, `recording-${stamp}-${world}-${processId}-${count}.jsonl`);
    if (!existsSync(file)) return file;
  }
}

/** Removes the oldest files of a kind, to have room for one more, except those of running processes. */
function forgetOldest(
  home: string,
  {
    pattern,
    kept,
    own,
  }: { readonly pattern: RegExp; readonly kept: number; readonly own?: string },
  suffixes: readonly string[],
  isRunning: (processId: number) => boolean,
): void {
  const ended = readdirSync(home)
    .filter((name) => name !== own)
    .filter((name) => pattern.test(name) && !isRunning(Number(pattern.exec(name)?.[1])))
    .sort();
  for (const name of ended.slice(0, Math.max(0, ended.length - (kept - 1)))) {
    for (const suffix of suffixes) rmSync(join(home, name + suffix), { force: true });
  }
}

/** Where a server answers and what it wants to hear. */
export interface Registration {
  readonly url: string;
  readonly token: string;
  readonly processId: number;
}

/** Writes down a running server, readable by its owner only. Returns how to take it back. */
export function register(cwd: string, port: number, registration: Registration): () => void {
  const home = openHome(cwd);
  const file = join(home, `server-${port}.json`);
  rmSync(file, { force: true }); // so that the mode is that of a new file
  writeFileSync(file, `${JSON.stringify(registration)}\n`, { mode: 0o600 });
  return () => {
    if (readRegistration(file)?.processId === registration.processId) rmSync(file, { force: true });
  };
}

/** The servers that were written down here and are running, the newest first. */
export function registrations(
  cwd: string,
  isRunning: (processId: number) => boolean,
): readonly Registration[] {
  const home = join(cwd, folder);
  if (!existsSync(home)) return [];
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
