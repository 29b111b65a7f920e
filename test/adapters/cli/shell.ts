// An in-process shell: a temporary folder, captured output, and signals that the test sends.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../../../adapters/cli/program.ts';
import type { CliHost } from '../../../adapters/cli/support/cli-host.ts';
import type { TargetServer } from '../../support/server/requests.ts';
import { advance, waitUntil } from '../../support/server/requests.ts';
import type { JsonBody } from '../../support/server/server.ts';
import { shareVoice } from '../../support/speech/shared-voice.ts';

export interface Shell {
  readonly cwd: string;
  /** The path of a file of the folder. */
  readonly path: (name: string) => string;
  readonly read: (name: string) => string;
  /** Writes a file, and returns its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  /** Runs a command line to its end; a server stops as soon as it is ready. */
  readonly run: (
    args: readonly string[],
    env?: Record<string, string>,
    changes?: Partial<CliHost>,
  ) => Promise<CommandResult>;
  /** The lines that a command line prints, which must succeed without errors. */
  readonly lines: (...args: string[]) => Promise<readonly string[]>;
  /** As `lines`, as one text. */
  readonly prints: (...args: string[]) => Promise<string>;
  /** As `prints`, with --json, parsed. */
  readonly json: (...args: string[]) => Promise<JsonBody>;
  /** The one error of a command line, which must fail and print nothing. */
  readonly refuses: (...args: string[]) => Promise<string>;
  /** Runs a command line to its end, and acts once it has printed a line, or so many. */
  readonly follow: (
    args: readonly string[],
    act: () => unknown,
    changes?: Partial<CliHost> & { readonly afterLines?: number },
  ) => Promise<CommandResult>;
  /** Starts `serve --port 0 --json` with more flags, and waits until it is ready. */
  readonly serve: (flags?: readonly string[], changes?: Partial<CliHost>) => Promise<RunningServer>;
  /** Starts a verb that serves with `--json`, and waits until it is ready. */
  readonly start: (args: readonly string[]) => Promise<RunningVerb>;
  /** Stops what still runs and removes the folder. */
  readonly close: () => Promise<void>;
}

export interface CommandResult {
  readonly exitCode: number;
  /** Standard output and errors, line by line. */
  readonly out: readonly string[];
  readonly errors: readonly string[];
}

export interface Ready {
  readonly event: string;
  readonly url: string;
  readonly token: string;
  readonly walletKey: string;
  readonly speechKey: string;
  readonly world: string;
}

export interface RunningVerb {
  readonly url: string;
  readonly out: readonly string[];
  readonly errors: readonly string[];
  /** Stops it as a signal does; resolves with the exit code. */
  readonly stop: () => Promise<number>;
}

export interface RunningServer {
  readonly ready: Ready;
  readonly out: readonly string[];
  readonly errors: readonly string[];
  readonly server: TargetServer;
  readonly control: TargetServer['control'];
  /** A world as the control plane describes it. */
  readonly world: (name?: string) => Promise<JsonBody>;
  readonly advance: (by: string) => Promise<void>;
  /** Stops the server as a signal does; resolves with the exit code. */
  readonly stop: () => Promise<number>;
}

export function openShell(): Shell {
  shareVoice();
  const cwd = mkdtempSync(join(tmpdir(), 'reprise-cli-'));
  const running = new Set<() => Promise<number>>();

  function host(changes: Partial<CliHost>) {
    const out: string[] = [];
    const errors: string[] = [];
    const shell: CliHost = {
      cwd,
      env: {},
      version: '1.2.3-test',
      nodeVersion: process.versions.node,
      processId: process.pid,
      now: () => new Date('2026-05-01T10:00:00Z'),
      print: (text) => out.push(...text.split('\n')),
      write: () => undefined,
      printError: (text) => errors.push(...text.split('\n')),
      progress: () => undefined,
      showsProgress: false,
      isRunning: (processId) => processId === process.pid,
      isTerminal: false,
      openInBrowser: async () => false,
      input: () => noInput(),
      columns: undefined,
      outputEnded: new AbortController().signal,
      stopped: async () => 'SIGTERM',
      ...changes,
    };
    return { out, errors, shell };
  }

  async function started(args: readonly string[], changes: Partial<CliHost> = {}) {
    let signal: (name: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (signal = resolve));
    const { out, errors, shell } = host({ stopped: () => stopped, ...changes });
    let exitCode: number | undefined;
    const ended = run(args, shell).then((code) => {
      exitCode = code;
      return code;
    });
    const stop = async () => {
      running.delete(stop);
      signal('SIGTERM');
      return ended;
    };
    running.add(stop);
    await waitUntil('the server is ready', () => out.length > 0 || exitCode !== undefined);
    if (exitCode !== undefined) throw new Error(`${args[0]} ended: ${errors.join(' ')}`);
    return { ready: JSON.parse(out[0] ?? '') as Ready, out, errors, stop };
  }

  const path = (name: string) => join(cwd, name);

  const shell: Shell = {
    cwd,
    path,
    read: (name) => readFileSync(path(name), 'utf8'),
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    async run(args, env = {}, changes = {}) {
      // A server stops as soon as it is ready; other verbs run to their end.
      const [verb = 'serve'] = args;
      const serves = verb === 'serve' || verb.startsWith('-');
      const stops = serves ? {} : { stopped: () => new Promise<string>(() => {}) };
      const { out, errors, shell } = host({ env, ...stops, ...changes });
      return { exitCode: await run(args, shell), out, errors };
    },
    async lines(...args) {
      const { exitCode, out, errors } = await shell.run(args);
      expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
      return out;
    },
    prints: async (...args) => (await shell.lines(...args)).join('\n'),
    json: async (...args) => JSON.parse(await shell.prints(...args, '--json')),
    async refuses(...args) {
      const { exitCode, out, errors } = await shell.run(args);
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
      expect(errors).toHaveLength(1);
      return errors[0] ?? '';
    },
    async follow(args, act, { afterLines = 1, ...changes } = {}) {
      const out: string[] = [];
      const print = (line: string) => void out.push(line);
      const ran = shell.run(args, {}, { print, ...changes });
      await waitUntil('the lines are printed', () => out.length >= afterLines);
      await act();
      return { ...(await ran), out };
    },
    async start(args) {
      const { ready, out, errors, stop } = await started(args);
      return { url: ready.url, out, errors, stop };
    },
    async serve(flags = [], changes = {}) {
      const args = ['serve', '--port', '0', '--json', ...flags];
      const { ready, out, errors, stop } = await started(args, changes);
      const server = serverAt(ready);
      const { control } = server;
      return {
        ready,
        out,
        errors,
        server,
        control,
        world: async (name = 'default') => (await control('GET', `/worlds/${name}`)).body,
        advance: (by) => advance(server, by),
        stop,
      };
    },
    async close() {
      for (const stop of running) await stop();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
  return shell;
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

/** A client of the server in a ready line, for shared test helpers. */
function serverAt({ url, token, walletKey }: Ready): TargetServer {
  const request = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  return {
    url,
    request: (method, path, body, headers = {}) =>
      request(method, path, body, { Authorization: `Bearer ${walletKey}`, ...headers }),
    control: (method, path, body) =>
      request(method, `/__reprise${path}`, body, { Authorization: `Bearer ${token}` }),
  };
}
