// Tests over HTTP: each has a server if it names it, and may start more, which are closed after it, and record their worlds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestAPI } from 'vitest';
import type { RecordingStatus } from '../../../adapters/contracts/recording-control.ts';
import type { RepriseOptions } from '../../../adapters/reprise.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { receiveWebhooks, type WebhookReceiver } from '../server/webhook-receiver.ts';

export interface ServerFixtures {
  /** The folder of recordings, which is removed with the servers. */
  readonly folder: string;
  /** A server in memory with a frozen clock. */
  readonly server: TestServer;
  /** Starts another server with the same options, and more. */
  readonly serve: (more?: Partial<RepriseOptions>) => Promise<TestServer>;
  /** Starts a recording of a world, by default of `default`. */
  readonly record: (of: TestServer, world?: string) => Promise<RunningRecording>;
  /** An endpoint for webhooks. */
  readonly receiver: WebhookReceiver;
}

export interface RunningRecording {
  readonly file: string;
  readonly stop: () => Promise<RecordingStatus>;
}

export interface ServerOptions extends Partial<RepriseOptions> {
  /** Whether tests of a file have one server each, or share one, which none of them changes. Default: `test`. */
  readonly scope?: 'test' | 'file';
}

export function serverTest({ scope = 'test', ...options }: ServerOptions = {}) {
  let recordings = 0;
  const startIn = (folder: string, more: Partial<RepriseOptions> = {}) =>
    startServer({
      newRecordingFile: (world) => join(folder, `${world}-${(recordings += 1)}.jsonl`),
      ...options,
      ...more,
      defaults: { ...options.defaults, ...more.defaults },
    });

  return test.extend<ServerFixtures>({
    folder: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const folder = mkdtempSync(join(tmpdir(), 'reprise-recordings-'));
        await use(folder);
        rmSync(folder, { recursive: true });
      },
      { scope },
    ],
    server: [
      async ({ folder }, use) => {
        const server = await startIn(folder);
        await use(server);
        await server.close();
      },
      { scope },
    ],
    serve: async ({ folder }, use) => {
      const servers: TestServer[] = [];
      await use(async (more) => {
        const server = await startIn(folder, more);
        servers.push(server);
        return server;
      });
      await Promise.all(servers.map((server) => server.close()));
    },
    // oxlint-disable-next-line no-empty-pattern
    record: async ({}, use) => use(startRecording),
    // oxlint-disable-next-line no-empty-pattern
    receiver: async ({}, use) => {
      const receiver = await receiveWebhooks();
      await use(receiver);
      await receiver.close();
    },
  }) as TestAPI<ServerFixtures>;
}

async function startRecording(of: TestServer, world = 'default'): Promise<RunningRecording> {
  const ask = async (action: 'start' | 'stop', expected: number) => {
    const { status, body } = await of.control('POST', `/worlds/${world}/recording/${action}`);
    expect(status).toBe(expected);
    return body;
  };
  const { file } = await ask('start', 201);
  return { file, stop: () => ask('stop', 200) };
}
