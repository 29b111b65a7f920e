// Starts Reprise for tests: a server on a free port, in memory, and a world of its own for each test.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { omitUndefined } from '../../core/index.ts';
import { createClient } from '../client/client.ts';
import { checkedOptions } from '../checked-options.ts';
import { closeServer } from '../hosts/node/close-server.ts';
import { createNodeServer } from '../hosts/node/node.ts';
import { createTwin } from '../hosts/in-process/twin.ts';
import { openReprise, seedDefault, type Reprise } from '../reprise.ts';
import { openSynthesiser, type Synthesiser } from '../voice/synthesiser.ts';
import { startSchema, type StartOptions, type TestWorldOptions } from './test-options.ts';
import { asyncDispose, type TestWorld } from './test-world.ts';
import { TestWorlds } from './test-worlds.ts';

export interface TestReprise {
  /** The base URL of the server, on a free port of the loopback. */
  readonly url: string;
  /** The token of the control plane. */
  readonly token: string;
  /** A new world, apart from all others. Rejects with OptionsError, FixtureError, or StoreError if the name is taken. */
  readonly createWorld: (options?: TestWorldOptions) => Promise<TestWorld>;
  readonly reprise: Reprise;
  /** Removes all worlds and closes the server. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** How long open requests may take to finish when the server closes. */
const closeMs = 1_000;

/** Starts a server in this process. A process may start several. Rejects with OptionsError, or FixtureError. */
export async function startReprise(options: StartOptions = {}): Promise<TestReprise> {
  const { clock } = checkedOptions(startSchema, options, 'startReprise');
  const { outboundHosts } = options;
  const folder = mkdtempSync(join(tmpdir(), 'reprise-'));
  let recordings = 0;
  const reprise = await openReprise({
    token: randomBytes(24).toString('base64url'),
    ...omitUndefined({ outboundHosts }),
    defaults: { clock: 'frozen', seed: options.seed ?? seedDefault },
    newRecordingFile: () => join(folder, `${(recordings += 1)}.jsonl`),
  });
  const { token } = reprise;
  const worlds = new TestWorlds({ reprise, defaults: options, clock });
  try {
    await worlds.prepare();
  } catch (error) {
    await reprise.close();
    rmSync(folder, { recursive: true });
    throw error;
  }
  const twin = createTwin(reprise.app);
  const client = createClient({ url: 'http://localhost', token, fetch: twin.fetch });
  const server = createNodeServer(reprise.app).listen(0, '127.0.0.1');
  server.unref(); // a process that forgets to close it ends all the same
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Opened by the first test that says something. */
  let voice: Synthesiser | undefined;
  const synthesiser = () => (voice ??= openSynthesiser());
  const access = { twin, client, url, synthesiser };

  async function close(): Promise<void> {
    await worlds.close();
    reprise.endStreams();
    await closeServer(server, closeMs);
    await reprise.close();
    await voice?.close();
    rmSync(folder, { recursive: true, force: true });
  }

  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  return {
    url,
    token,
    createWorld: async (given = {}) => worlds.create(given, access),
    reprise,
    close: closeOnce,
    [asyncDispose]: closeOnce,
  };
}
