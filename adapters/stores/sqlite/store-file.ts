// The files of a store on disk: their real path, their permissions, and the checks before a store is opened.

import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreError } from '../../../core/index.ts';
import { openDatabase } from './database.ts';

/** Only the owner may read a store: it contains webhook URLs, and stores of earlier versions contain keys. */
const ownerOnly = 0o600;
const ofOthers = 0o077;

/** The path of a store file with all symbolic links resolved, that of the file included, even if it does not exist yet. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const target = linkTarget(file);
    if (target !== undefined) return resolve(realFolder(file), target);
    return join(realFolder(file), basename(file));
  }
}

/** Creates an empty file that only its owner may read. Returns false if the file exists or cannot be created. */
export function createPrivately(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', ownerOnly));
    return true;
  } catch {
    return false; // SQLite reports a persistent error
  }
}

/**
 * Creates a missing store file, and makes an existing one private. Throws StoreError if the file has several hard links, or is
 * empty where a store existed. `hadLock`: a lock file existed before.
 */
export function prepareFile(
  file: string,
  hadLock: boolean,
  onWarning: (message: string) => void,
): void {
  const stats = checkFile(file, hadLock, onWarning);
  if (stats === undefined) createStore(file);
  for (const part of ['', '-wal', '-shm']) makePrivate(file + part, onWarning);
}

/** The status of a file, if there is one. Throws as `prepareFile` does, and changes nothing. */
export function checkFile(
  file: string,
  hadLock: boolean,
  onWarning: (message: string) => void,
): Stats | undefined {
  const stats = statsOf(file);
  if (stats === undefined || stats.isFile()) checkNames(file, stats);
  checkEmpty(file, stats, hadLock, onWarning);
  return stats;
}

const magic = 'SQLite format 3\0';

/** Throws StoreError, before anything is changed, if there is a file that is no database. */
export function refuseOtherFile(file: string): void {
  const stats = statsOf(file);
  if (stats === undefined || !stats.isFile() || stats.size === 0) return;
  if (firstBytes(file, magic.length).toString('latin1') === magic) return;
  throw new StoreError('damaged', `${file} is not a database; choose another file.`);
}

function firstBytes(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, length, 0);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes all permissions of group and others, if the file exists. */
export function makePrivate(file: string, onWarning: (message: string) => void): void {
  const stats = statsOf(file);
  if (stats === undefined || !stats.isFile() || (stats.mode & ofOthers) === 0) return;
  try {
    chmodSync(file, stats.mode & ~ofOthers & 0o7777);
  } catch {
    onWarning(`${file} is readable by other users, and this user cannot change its permissions.`);
  }
}

/** The status of a file; undefined if there is none. */
export function statsOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** SQLite names the log after the file: opened by another name, a store would lack its log. */
function checkNames(file: string, stats: Stats | undefined): void {
  if (stats === undefined || stats.nlink <= 1) return;
  throw new StoreError(
    'unavailable',
    `${file} has ${stats.nlink} names (hard links), and a store must have only one; copy the file, or remove the other names.`,
  );
}

/** An empty file is a new store only if no other file shows that it was a store before. */
function checkEmpty(
  file: string,
  stats: Stats | undefined,
  hadLock: boolean,
  onWarning: (message: string) => void,
): void {
  if (stats !== undefined && (stats.size > 0 || !stats.isFile())) return;
  const hasLog = (statsOf(`${file}-wal`)?.size ?? 0) > 0;
  if (hasLog || (stats !== undefined && hadLock)) {
    const state = stats === undefined ? 'missing' : 'empty';
    const trace = hasLog ? 'wal' : 'lock';
    throw new StoreError(
      'damaged',
      `${file} is ${state}, but ${basename(file)}-${trace} shows that it was a store; restore a backup, or remove ${basename(file)}* to create a new store.`,
    );
  }
  if (stats !== undefined) onWarning(`${file} was empty; a new store is created in it.`);
}

/** Creates an empty store under another name and renames it, so that a kill at any moment leaves no empty file. */
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
    return resolve(dirname(file)); // SQLite reports a missing folder
  }
}

function linkTarget(file: string): string | undefined {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? readlinkSync(file) : undefined;
}
