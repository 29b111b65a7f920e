// HAProxy as a process of a test: Debian's program, with a configuration of the test.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];

/** The installed program; undefined if there is none. */
export const haproxy: string | undefined = folders
  .map((folder) => join(folder, 'haproxy'))
  .find((file) => existsSync(file));

export interface ProxyProcess {
  /** All that it has logged. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts it in the foreground. A wrong configuration ends it, which `log` tells. */
export function startHaproxy(folder: string, configuration: string): ProxyProcess {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let log = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => (log += chunk.toString()));
  }
  return {
    log: () => log,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
