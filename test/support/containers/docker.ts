// A Docker daemon of a test, with a folder and a socket of its own. It is stopped by its owner, and nothing of it stays: no process, no
// mount, no rule of the packet filter.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../server/requests.ts';
import { readPacketFilter, restorePacketFilter, type PacketFilter } from './packet-filter.ts';
import { programFile, runProgram, type ProgramOptions } from './programs.ts';

/** Debian's package of each program. */
const packages = {
  dockerd: 'docker.io',
  docker: 'docker.io',
  iptables: 'iptables',
  debootstrap: 'debootstrap',
} as const;

/** The plugin, or the program of version 1. */
const hasComposePlugin = spawnSync('docker', ['compose', 'version']).status === 0;

const startMsMax = 60_000;

/** What is missing to run containers here; undefined if nothing is known to be. */
export function missingForContainers(): string | undefined {
  if (process.platform !== 'linux') return 'they run on Linux';
  if (process.getuid?.() !== 0) return 'the superuser is needed';
  const missing = Object.entries(packages)
    .filter(([program]) => programFile(program) === undefined)
    .map(([, name]) => name as string);
  if (!hasComposePlugin && programFile('docker-compose') === undefined) {
    missing.push('docker-compose');
  }
  if (missing.length > 0) return `Debian: apt-get install ${[...new Set(missing)].join(' ')}`;
  return isDaemonRunning() ? 'another Docker daemon runs, whose rules would be changed' : undefined;
}

function isDaemonRunning(): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((id) => {
      try {
        return readFileSync(`/proc/${id}/comm`, 'utf8').trim() === 'dockerd';
      } catch {
        return false; // it has ended
      }
    });
}

export class Docker {
  readonly folder = mkdtempSync(join(tmpdir(), 'reprise-docker-'));
  readonly #filter: PacketFilter;
  readonly #daemon: ChildProcess;
  /** Whether Compose is its plugin, rather than the program of version 1. */
  readonly hasComposePlugin = hasComposePlugin;
  #log = '';

  private constructor(filter: PacketFilter) {
    this.#filter = filter;
    const args = ['data-root', 'exec-root'].flatMap((name) => [`--${name}`, this.#path(name)]);
    // No bridge: images are built with the network of this machine, and Compose has one of its own.
    args.push('--host', this.#socket, '--pidfile', this.#path('pid'), '--bridge', 'none');
    this.#daemon = spawn(programFile('dockerd') ?? '', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#daemon.stderr?.on('data', (chunk: Buffer) => (this.#log += chunk.toString()));
    this.#daemon.on('error', (error) => (this.#log += error.message));
  }

  /** Rejects with what the daemon said last if it cannot run here. */
  static async start(): Promise<Docker> {
    const docker = new Docker(await readPacketFilter());
    try {
      await waitUntil('the Docker daemon answers', () => docker.#answers(), startMsMax);
    } catch (error) {
      await docker.stop();
      throw error;
    }
    return docker;
  }

  get #socket(): string {
    return `unix://${this.#path('socket')}`;
  }

  #path(name: string): string {
    return join(this.folder, name);
  }

  #isRunning(): boolean {
    const { exitCode, pid, signalCode } = this.#daemon;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  async #answers(): Promise<boolean> {
    if (!this.#isRunning()) {
      throw new Error(this.#log.trim().split('\n').at(-1) ?? 'dockerd has ended');
    }
    return this.run('version').then(
      () => true,
      () => false,
    );
  }

  /** With the own socket, and without BuildKit, which not every machine has. */
  #options({ cwd, env = process.env }: ProgramOptions = {}): ProgramOptions {
    const own = { DOCKER_CONTEXT: '', DOCKER_HOST: this.#socket, DOCKER_BUILDKIT: '0' };
    return { ...(cwd === undefined ? {} : { cwd }), env: { ...env, ...own } };
  }

  /** Runs a command of `docker`, and resolves with its output. */
  run(...args: readonly string[]): Promise<string> {
    return runProgram('docker', args, this.#options());
  }

  /** Builds an image, where the network of this machine is reached as here. */
  async build(tag: string, context: string): Promise<void> {
    const proxies = Object.keys(process.env).filter((name) => /^(https?|no)_proxy$/i.test(name));
    const given = proxies.flatMap((name) => ['--build-arg', name]);
    await this.run('build', '--network', 'host', '--tag', tag, ...given, context);
  }

  /** Imports a folder as an image of one layer. */
  async import(tag: string, folder: string): Promise<void> {
    const script = 'tar -C "$1" -c . | docker import - "$2"';
    await runProgram('sh', ['-c', script, 'sh', folder, tag], this.#options());
  }

  /** Runs a command of Compose for the file compose.yaml in a folder, with the variables of the file .env there. */
  compose(folder: string, ...args: readonly string[]): Promise<string> {
    const { POSTGRES_PASSWORD: _password, REPRISE_TOKEN: _token, ...env } = process.env;
    const [program, first] = hasComposePlugin ? ['docker', ['compose']] : ['docker-compose', []];
    return runProgram(program, [...first, ...args], this.#options({ cwd: folder, env }));
  }

  /** A value of a container or an image, by a template such as `{{.State.ExitCode}}`. */
  inspect(what: string, template: string): Promise<string> {
    return this.run('inspect', '--format', template, what);
  }

  /** Ends the daemon with all containers, and removes what it has made. */
  async stop(): Promise<void> {
    if (this.#isRunning()) {
      const exited = once(this.#daemon, 'exit');
      this.#daemon.kill('SIGTERM');
      await exited;
    }
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    for (const line of mounts.reverse()) {
      const [, place = ''] = line.split(' ');
      if (place.startsWith(`${this.folder}/`)) await runProgram('umount', [place]);
    }
    await restorePacketFilter(this.#filter);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
