// Starts Reprise for tests: a server on a free port, in memory, and a world of its own for each test.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { omitUndefined, type World } from '../../core/index.ts';
import { createClient } from '../client/client.ts';
import { checkedOptions } from '../checked-options.ts';
import type { ConfigChange } from '../contracts/world-spec.ts';
import { createWorldBody } from '../control/wire/worlds.ts';
import { publishedKeys } from '../fingerprints.ts';
import { closeServer } from '../hosts/node/close-server.ts';
import { createNodeServer } from '../hosts/node/node.ts';
import { createTwin } from '../hosts/in-process/twin.ts';
import { openReprise, seedDefault, type Reprise } from '../reprise.ts';
import { mergedSettings } from '../services/merged-settings.ts';
import { publishedSpeechKey } from '../services/speech/keys.ts';
import { openSynthesiser, type Synthesiser } from '../voice/synthesiser.ts';
import type { GivenClock } from '../worlds.ts';
import type { GivenFixture } from '../fixture/given.ts';
import { createTemplates, type TemplateOptions } from './templates.ts';
import { markEnded } from './test-place.ts';
import {
  asyncDispose,
  createAnother,
  createTestWorld,
  type TestWorld,
  type WorldKeys,
} from './test-world.ts';

/** A world for a test. What is left out is as in `startReprise`. */
export interface TestWorldOptions {
  /** 1 to 64 letters, digits, dots, dashes or underscores, in the URL of the world. Default: `world-1`, `world-2`, … */
  readonly name?: string | undefined;
  /** Ids and random numbers derive from it; those of the fixture from the seed of `startReprise`. */
  readonly seed?: string | undefined;
  /** The name of a packaged fixture, a file in JSON or YAML, or an object. */
  readonly fixture?: GivenFixture | null | undefined;
  /** The first instant, ISO-8601. Default: 2026-01-01T00:00:00Z. */
  readonly epoch?: string | undefined;
  /** Default: `frozen`. */
  readonly clock?: GivenClock | undefined;
  /** Settings, as for `PATCH /worlds/:w/config`. */
  readonly config?: ConfigChange | undefined;
  /** Whether its traffic is recorded. Default: yes. */
  readonly record?: boolean | undefined;
}

export interface StartOptions extends Omit<TestWorldOptions, 'name'> {
  /** Hosts that webhooks may be sent to, besides the loopback. */
  readonly outboundHosts?: readonly string[] | undefined;
  /** The entity secret of clients: 32 bytes in hex. */
  readonly entitySecret?: string | undefined;
}

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

const { name, seed, epoch, clock, config } = createWorldBody.shape;
const worldShape = {
  seed,
  epoch,
  clock,
  config,
  fixture: z.unknown().optional(),
  record: z.boolean().exactOptional(),
};
const worldSchema = z.strictObject({ ...worldShape, name: name.exactOptional() });
const startSchema = z.strictObject({
  ...worldShape,
  outboundHosts: z.array(z.string()).exactOptional(),
  entitySecret: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
    .exactOptional(),
});

/** Checks the `worldOptions` of a test runner, which names worlds itself. Throws OptionsError. */
export function checkWorldOptions(options: unknown): void {
  checkedOptions(z.strictObject(worldShape), options, 'worldOptions');
}

/** How long open requests may take to finish when the server closes. */
const closeMs = 1_000;
const entitySecretDefault = 'ab'.repeat(32);

/** Starts a server in this process. A process may start several. Rejects with OptionsError, or FixtureError. */
export async function startReprise(options: StartOptions = {}): Promise<TestReprise> {
  const started = checkedOptions(startSchema, options, 'startReprise');
  const { outboundHosts, entitySecret = entitySecretDefault } = options;
  const folder = mkdtempSync(join(tmpdir(), 'reprise-'));
  let recordings = 0;
  const reprise = await openReprise({
    token: randomBytes(24).toString('base64url'),
    ...omitUndefined({ outboundHosts }),
    defaults: { clock: 'frozen', seed: options.seed ?? seedDefault },
    newRecordingFile: () => join(folder, `${(recordings += 1)}.jsonl`),
  });
  const { worlds, engine, token, recordings: recorder } = reprise;
  const template = createTemplates(worlds, (ordinal) => `template-${ordinal}`);
  try {
    const { fixture } = options;
    if (fixture !== undefined && fixture !== null) await template(templateOptions(options));
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
  /** By name: the last one, if another was removed by other means than `dispose`. */
  const open = new Map<string, TestWorld>();
  /** Opened by the first test that says something. */
  let voice: Synthesiser | undefined;
  const synthesiser = () => (voice ??= openSynthesiser());
  let created = 0;
  let closing: Promise<void> | undefined;

  async function createWorld(given: TestWorldOptions = {}): Promise<TestWorld> {
    const { clock = started.clock } = checkedOptions(worldSchema, given, 'createWorld');
    if (closing !== undefined) throw new Error('Reprise is closed: create worlds before close().');
    const own: TestWorldOptions = { ...options, ...omitUndefined(given) };
    const config =
      given.config === undefined
        ? options.config
        : mergedSettings(options.config ?? {}, given.config);
    const parent = await template(templateOptions({ ...own, config }));
    created += 1;
    const world = await worlds.fork(parent.world, {
      name: given.name ?? `world-${created}`,
      seed: given.seed,
      outbound: true,
    });
    if (clock !== undefined && clock.mode !== 'frozen') await world.setClock(clock);
    const isRecorded = own.record !== false;
    if (isRecorded) await recorder.start(world);
    return opened(world, isRecorded, keysOf(parent.config, entitySecret));
  }

  async function opened(world: World, isRecorded: boolean, keys: WorldKeys): Promise<TestWorld> {
    const { record } = world;
    const { position } = await world.describe();
    let disposing: Promise<void> | undefined;
    const testWorld = createTestWorld(
      {
        running: () => {
          const present = engine.world(record.name) ?? world; // a removed world can still be read
          if (present === world) return world;
          throw new Error(`World '${record.name}' was reset or replaced: ${createAnother}`);
        },
        world,
        keys,
        twin,
        url,
        rsaBits: 2048,
        synthesiser,
        client,
        recording: async () => {
          // An earlier world of the same name may have left one.
          const text = isRecorded ? await recorder.wholeTextOf(record.name) : undefined;
          if (text === undefined) throw new Error('This world is not recorded (record: false).');
          return text;
        },
        dispose: () => (disposing ??= remove(testWorld)),
      },
      position + 1,
    );
    open.set(record.name, testWorld);
    return testWorld;
  }

  async function remove(world: TestWorld): Promise<void> {
    if (open.get(world.name) !== world) return;
    open.delete(world.name);
    markEnded(world);
    if (engine.world(world.name) !== undefined) await engine.remove(world.name);
  }

  async function close(): Promise<void> {
    await Promise.all([...open.values()].map((world) => world.dispose()));
    reprise.endStreams();
    await closeServer(server, closeMs);
    await reprise.close();
    await voice?.close();
    rmSync(folder, { recursive: true, force: true });
  }

  const closeOnce = () => (closing ??= close());
  return { url, token, createWorld, reprise, close: closeOnce, [asyncDispose]: closeOnce };
}

function templateOptions({ fixture, epoch, config }: TestWorldOptions): TemplateOptions {
  return omitUndefined({ fixture, epoch, config });
}

/** Keys as clients send them; the settings may have replaced the published ones. */
function keysOf(config: ConfigChange, entitySecret: string): WorldKeys {
  const { walletKeys = publishedKeys, speechKeys = [publishedSpeechKey] } = config as {
    readonly walletKeys?: readonly string[];
    readonly speechKeys?: readonly string[];
  };
  const of = (kind: string) =>
    walletKeys.find((key) => key.startsWith(kind)) ?? walletKeys[0] ?? '';
  return {
    walletKey: of('TEST_API_KEY:'),
    liveWalletKey: of('LIVE_API_KEY:'),
    speechKey: speechKeys[0] ?? '',
    entitySecret,
  };
}
