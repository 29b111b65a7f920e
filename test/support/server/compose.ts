// Starts on the loopback what a compose file of nodes, PostgreSQL and HAProxy says: the commands and the environment of the file, with
// other addresses.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { wordsOf } from '../documents/dockerfile.ts';
import { root } from '../documents/page.ts';
import { freePort } from './free-port.ts';
import { startHaproxy, type ProxyProcess } from './haproxy.ts';
import { startServe, type ServeProcess } from './serve-process.ts';

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

export const deployment = join(root, 'adapters/deployment');

export const composeText = (): string => readFileSync(join(deployment, 'compose.yaml'), 'utf8');

/** The file with its variables filled in. Throws if one is missing. */
export function readCompose(text: string, variables: Readonly<Record<string, string>>): Compose {
  const filled = text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_whole, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`${name} is not set.`);
    return value;
  });
  return parse(filled, { merge: true }) as Compose;
}

/** The address of a node in the file. */
const internal = (name: string) => `${name}:4600`;

/** What runs instead of the containers. */
export class LoopbackDeployment {
  readonly #compose: Compose;
  readonly #folder: string;
  readonly #databasePort: number;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #nodes = new Map<string, ServeProcess>();
  #proxy: ProxyProcess | undefined;
  readonly url: string;

  private constructor(
    compose: Compose,
    place: { readonly folder: string; readonly databasePort: number },
    ports: ReadonlyMap<string, number>,
  ) {
    this.#compose = compose;
    this.#folder = place.folder;
    this.#databasePort = place.databasePort;
    this.#ports = ports;
    this.url = `http://127.0.0.1:${ports.get('proxy')}`;
  }

  /** Starts all nodes, one after the other, and the proxy. */
  static async start(
    compose: Compose,
    place: { readonly folder: string; readonly databasePort: number },
  ): Promise<LoopbackDeployment> {
    const names = Object.keys(compose.services).filter((name) => name !== 'postgres');
    const ports = new Map<string, number>();
    for (const name of names) ports.set(name, await freePort());
    const deployed = new LoopbackDeployment(compose, place, ports);
    for (const name of deployed.nodes) await deployed.startNode(name);
    deployed.#startProxy();
    return deployed;
  }

  /** The names of the nodes. */
  get nodes(): readonly string[] {
    return [...this.#ports.keys()].filter((name) => name !== 'proxy');
  }

  /** The URL of a node itself. */
  urlOf(name: string): string {
    return `http://127.0.0.1:${this.#ports.get(name)}`;
  }

  /** Runs the command of a node: that of its image, with that of the file. */
  async startNode(name: string): Promise<void> {
    const { command = [], environment = {} } = this.#compose.services[name] ?? {};
    const entry = wordsOf(readFileSync(join(root, 'Dockerfile'), 'utf8'), 'ENTRYPOINT');
    const flags = [...entry.slice(entry.indexOf('serve') + 1), ...command]
      .map((word) => this.#onLoopback(word))
      .map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word));
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace('@postgres:5432/', `@127.0.0.1:${this.#databasePort}/`),
      ]),
    );
    const port = ['--port', `${this.#ports.get(name)}`];
    this.#nodes.set(name, await startServe([...flags, ...port], { cwd: this.#folder, env }));
  }

  /** Resolves with the exit code. */
  async stopNode(name: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const code = await this.#nodes.get(name)?.stop(signal);
    this.#nodes.delete(name);
    return code ?? null;
  }

  /** What the proxy has logged. */
  log(): string {
    return this.#proxy?.log() ?? '';
  }

  async stop(): Promise<void> {
    await this.#proxy?.stop();
    for (const name of this.#nodes.keys()) await this.stopNode(name, 'SIGKILL');
  }

  /** The configuration that the file mounts, at the port that it publishes. */
  #startProxy(): void {
    const { volumes = [], ports = [] } = this.#compose.services['proxy'] ?? {};
    const mounted = volumes.find((volume) => volume.includes('/haproxy.cfg:ro'))?.split(':')[0];
    const published = ports[0]?.split(':').at(-1);
    const text = readFileSync(join(deployment, mounted ?? ''), 'utf8');
    const bind = `bind :${published}`;
    if (!text.includes(bind)) throw new Error(`The proxy does not listen at ${published}.`);
    const here = this.#onLoopback(text.replace(bind, `bind 127.0.0.1:${this.#ports.get('proxy')}`));
    this.#proxy = startHaproxy(this.#folder, here);
  }

  #onLoopback(text: string): string {
    return this.nodes.reduce(
      (mapped, name) => mapped.replaceAll(internal(name), `127.0.0.1:${this.#ports.get(name)}`),
      text,
    );
  }
}
