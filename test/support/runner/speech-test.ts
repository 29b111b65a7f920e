// Tests of the speech service: each has a host if it names it, and clients of it that are closed after the test.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestAPI } from 'vitest';
import type { RecordingStatus } from '../../../adapters/contracts/recording-control.ts';
import type { RepriseOptions } from '../../../adapters/reprise.ts';
import { connectTo, type ConnectOptions, type SpeechClient } from '../speech/client.ts';
import { inProcess, type SpeechHost, type StartSpeechHost } from '../speech/hosts.ts';

interface SpeechFixtures {
  /** A host in memory with a frozen clock. */
  readonly host: SpeechHost;
  /** Opens a session of a channel on `host`. */
  readonly connect: (path: string, options?: ConnectOptions) => Promise<SpeechClient>;
  /** Starts another host in the process. */
  readonly startHost: typeof inProcess;
  /** Starts a recording of a world, in a file that is removed after the test. */
  readonly record: (of: SpeechHost, world?: string) => Promise<RunningRecording>;
}

interface RunningRecording {
  readonly file: string;
  readonly stop: () => Promise<RecordingStatus>;
}

interface SpeechOptions extends Partial<RepriseOptions> {
  /** Whether tests of a file have one host each, or share one. Default: `test`. */
  readonly scope?: 'test' | 'file';
  /** How `host` is started. Default: in the process. */
  readonly start?: StartSpeechHost;
}

export function speechTest({
  scope = 'test',
  start = inProcess,
  ...options
}: SpeechOptions = {}): TestAPI<SpeechFixtures> {
  return test.extend<SpeechFixtures>({
    host: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const host = await start(options);
        await use(host);
        await host.close();
      },
      { scope },
    ],
    connect: async ({ host }, use) => {
      const clients: SpeechClient[] = [];
      await use(async (path, given) => {
        const client = await connectTo(host, path, given);
        clients.push(client);
        return client;
      });
      for (const { socket, closed } of clients) {
        if (socket.readyState === socket.OPEN) socket.close(1000);
        await closed;
      }
    },
    // oxlint-disable-next-line no-empty-pattern
    startHost: async ({}, use) => {
      const hosts: SpeechHost[] = [];
      await use(async (...given) => {
        const host = await inProcess(...given);
        hosts.push(host);
        return host;
      });
      await Promise.all(hosts.map((host) => host.close()));
    },
    // oxlint-disable-next-line no-empty-pattern
    record: async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'reprise-recordings-'));
      let count = 0;
      await use(async ({ reprise: { recordings }, world }, name = 'default') => {
        const file = join(folder, `${(count += 1)}.jsonl`);
        await recordings.start(world(name), { file });
        return { file, stop: () => recordings.stop(name) };
      });
      rmSync(folder, { recursive: true });
    },
  }) as TestAPI<SpeechFixtures>;
}
