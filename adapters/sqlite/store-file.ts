// The files of a store on disk: their real path, who may read them, and whether a store may be opened there.

import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreError } from '../../core/index.ts';
import { openDatabase } from './database.ts';

/** Only the owner may read a store: it holds addresses of webhooks, and stores of earlier versions hold keys. */
const ownerOnly = 0o600;
const ofOthers = 0o077;

/** The path of a store file behind all symbolic links, the file itself included, also where it is not there yet. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const target = linkTarget(file);
    if (target !== undefined) return resolve(realFolder(file), target);
    return join(realFolder(file), basename(file));
  }
}

/** Creates an empty file that only its owner may read. False if the file exists or cannot be created. */
export function createPrivately(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', ownerOnly));
    return true;
  } catch {
    return false; // SQLite reports an error that lasts
  }
}

/**
 * Creates a missing store file, and takes the rights of others from one that exists. Throws StoreError if another name leads
 * to the same file, or if an empty file stands where a store was. `hadLock`: a lock file was there before.
 */
export function prepareFile(
  file: string,
  hadLock: boolean,
  complain: (message: string) => void,
): void {
  const stats = statsOf(file);
  if (stats === undefined || stats.isFile()) checkNames(file, stats);
  checkEmpty(file, stats, hadLock, complain);
  if (stats === undefined) createStore(file);
  for (const part of ['', '-wal', '-shm']) makePrivate(file + part, complain);
}

/** Takes the rights of others from a file, if there is one. */
export function makePrivate(file: string, complain: (message: string) => void): void {
  const stats = statsOf(file);
  if (stats === undefined || !stats.isFile() || (stats.mode & ofOthers) === 0) return;
  try {
    chmodSync(file, stats.mode & ~ofOthers & 0o7777);
  } catch {
    complain(`${file} can be read by others, and its rights cannot be changed by this user.`);
  }
}

/** The status of a file; undefined if there is none. */
export function statsOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** SQLite names the log after the file: through a second name the log of the first would be missing. */
function checkNames(file: string, stats: Stats | undefined): void {
  if (stats === undefined || stats.nlink <= 1) return;
  throw new StoreError(
    'unavailable',
    `${file} has ${stats.nlink} names (hard links), and a store may have one only; copy the file, or remove the other names.`,
  );
}

/** An empty file is a new store only where nothing shows that it was one before. */
function checkEmpty(
  file: string,
  stats: Stats | undefined,
  hadLock: boolean,
  complain: (message: string) => void,
): void {
  if (stats !== undefined && (stats.size > 0 || !stats.isFile())) return;
  const hasLog = (statsOf(`${file}-wal`)?.size ?? 0) > 0;
  if (hasLog || (stats !== undefined && hadLock)) {
    const state = stats === undefined ? 'missing' : 'empty';
    const trace = hasLog ? 'wal' : 'lock';
    throw new StoreError(
      'damaged',
      `${file} is ${state}, but ${basename(file)}-${trace} shows that it was a store; go back to a copy, or remove ${basename(file)}* to start anew.`,
    );
  }
  if (stats !== undefined) complain(`${file} was empty: a new store begins in it.`);
}

/** Creates an empty store at once, so that a kill at any moment leaves no file of no bytes under its name. */
function createStore(file: string): void {
  const draft = `${file}-new`;
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(draft + part, { force: true });
  if (!createPrivately(draft)) return; // SQLite reports why, for the file itself
  try {
    openDatabase(draft, 'normal').close();
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    if (!(error instanceof StoreError)) throw error;
    const message = error.message.replaceAll(draft, file);
    throw new StoreError(error.code, message, { cause: error });
  }
}

function realFolder(file: string): string {
  try {
    return realpathSync(dirname(file));
  } catch {
    return resolve(dirname(file)); // SQLite reports a folder that is missing
  }
}

function linkTarget(file: string): string | undefined {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? readlinkSync(file) : undefined;
}
