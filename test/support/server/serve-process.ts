// `reprise serve` as a separate process: start it, wait until it is ready, stop it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Ready {
  readonly url: string;
  readonly token: string;
  readonly walletKey: string;
  readonly speechKey: string;
  readonly world: string;
}

export interface ServeProcess extends Ready {
  readonly processId: number;
  /** Sends the signal and resolves with the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** The built program of `reprise` (test/support/runner/build.ts, or `npm run build`). */
export const builtMain = fileURLToPath(new URL('../../../dist/command/main.js', import.meta.url));

/** Starts a server on a free port; resolves once it is ready. Rejects with the error output if it ends first. */
export async function startServe(
  flags: readonly string[],
  {
    cwd,
    program = [builtMain],
    node = process.execPath,
    env = {},
  }: {
    cwd: string;
    program?: readonly string[];
    node?: string;
    env?: Readonly<Record<string, string>>;
  },
): Promise<ServeProcess> {
  const args = [...program, 'serve', '--port', '0', '--json', ...flags];
  const child = spawn(node, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    exited.then(([code]) => {
      throw new Error(`serve ended with ${code}: ${complaint}`);
    }),
  ]);
  const ready = JSON.parse(line[0]) as Ready;
  return {
    ...ready,
    processId: child.pid ?? 0,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}
