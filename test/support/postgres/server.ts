// A PostgreSQL server of a test: Debian's binaries, a folder of its own, a free port, stopped and removed by its owner.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../documents/page.ts';
import { freePort } from '../server/free-port.ts';

const installed = '/usr/lib/postgresql';

/** The folder of the newest installed binaries; undefined if there are none. */
export const binaries: string | undefined = existsSync(installed)
  ? readdirSync(installed)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'postgres')))
  : undefined;

export interface PostgresServer {
  readonly port: number;
  /** The process of the server, which owns all others. */
  readonly pid: () => number;
  /** The URL of a role in a database. */
  readonly url: (role?: string, database?: string) => string;
  /** Kills all processes of the server at once, as a crash of the machine would, and waits until they are gone. */
  readonly kill: () => Promise<void>;
  /** Starts the server again, at the same port. */
  readonly start: (settings?: readonly string[]) => Promise<void>;
  /** Stops it in an orderly way. */
  readonly stop: () => Promise<void>;
  /** Stops it, and removes its folder. */
  readonly remove: () => Promise<void>;
}

/** A server that another one sends its changes to, as they are written. */
export interface StandbyOf {
  readonly port: number;
  /** By which `synchronous_standby_names` of the other one may name it. */
  readonly name: string;
}

export interface PostgresServerOptions {
  /** An existing folder for its files, which the caller removes. */
  readonly folder?: string;
  readonly settings?: readonly string[];
  readonly standbyOf?: StandbyOf;
  /** Called before the first start with the folder of the data; returns more settings, and lines that decide who may connect. */
  readonly prepare?: (data: string) => {
    readonly settings: readonly string[];
    readonly access: readonly string[];
  };
}

/** Starts a new server. */
export async function startPostgres({
  folder: given,
  settings = [],
  standbyOf,
  prepare,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = given ?? mkdtempSync(join(tmpdir(), 'reprise-postgres-'));
  const owner = ownerOf(folder);
  const data = join(folder, 'data');
  if (standbyOf === undefined) {
    copyFolder(emptyData(), data);
    const { uid, gid } = owner;
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, data]); // a copied checkout has another owner
  } else {
    const copy = ['-D', data, '-R', '-c', 'fast', '-d', conninfoOf(standbyOf)];
    runProgram('pg_basebackup', copy, folder, owner);
  }
  const prepared = prepare?.(data);
  if (prepared !== undefined) {
    const lines = [...prepared.access, 'local all all trust'];
    writeFileSync(join(data, 'pg_hba.conf'), lines.map((line) => `${line}\n`).join(''));
  }
  const allSettings = [...settings, ...(prepared?.settings ?? [])];
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(more: readonly string[] = []): Promise<void> {
    const flags = [...allSettings, ...more].flatMap((setting) => ['-c', setting]);
    const address = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder];
    const began = spawn(join(binaries ?? '', 'postgres'), [...address, ...flags], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = began;
    await untilReady(began);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  }

  async function kill(): Promise<void> {
    const pid = child?.pid;
    const others = pid === undefined ? [] : childrenOf(pid);
    await end('SIGKILL');
    for (const other of others) killOne(other);
    while (others.some(isAlive)) await new Promise((goOn) => void setImmediate(goOn));
  }

  await start();
  return {
    port,
    pid: () => child?.pid ?? -1,
    url: (role = 'postgres', database = 'postgres') =>
      `postgres://${role}@127.0.0.1:${port}/${database}`,
    kill,
    start,
    stop: () => end('SIGINT'), // a fast shutdown
    async remove() {
      await end('SIGQUIT');
      if (given === undefined) rmSync(folder, { recursive: true, force: true });
      else rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The data of a server without databases, from which others are copied: to create them takes seconds. Kept for later runs. */
function emptyData(): string {
  const kept = join(
    root,
    'node_modules/.cache/reprise',
    `postgres-${basename(dirname(binaries ?? ''))}`,
  );
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'reprise-postgres-'));
  const flags = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  runProgram('initdb', ['-D', join(folder, 'data'), ...flags], folder, ownerOf(folder));
  const own = `${kept}-${process.pid}`;
  mkdirSync(dirname(kept), { recursive: true });
  copyFolder(join(folder, 'data'), own);
  rmSync(folder, { recursive: true });
  if (!existsSync(kept))
    renameSync(own, kept); // another worker may have been faster
  else rmSync(own, { recursive: true });
  return kept;
}

/** With owners and rights. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to], { stdio: 'pipe' });
}

type Owner = ReturnType<typeof ownerOf>;

function runProgram(name: string, args: readonly string[], folder: string, owner: Owner): void {
  execFileSync(join(binaries ?? '', name), args, { ...owner, cwd: folder, stdio: 'pipe' });
}

/** How a standby reaches the other one. */
export function conninfoOf({ port, name }: StandbyOf): string {
  return `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
}

/** PostgreSQL refuses to run as root: then it runs as its own user, who gets the folder. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const number = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [number('-u'), number('-g')];
  chownSync(folder, uid, gid);
  return { uid, gid };
}

async function untilReady(child: ChildProcess): Promise<void> {
  const log: string[] = [];
  if (child.stderr === null) throw new Error('PostgreSQL has no log.');
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((ready, failed) => {
    lines.on('line', (line) => {
      log.push(line);
      if (log.length > 100) log.shift();
      if (/database system is ready to accept (read-only )?connections/.test(line)) ready();
    });
    child.once('exit', () => failed(new Error(`PostgreSQL did not start: ${log.join('\n')}`)));
  });
}

function childrenOf(pid: number): readonly number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' });
  return text
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
