// Recordings of worlds with a fixture: in new ones its inputs are in the header only, in old ones they are entries.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { storedFixture } from '../../adapters/fixture/seed-commands.ts';
import { packagedFixture } from '../../adapters/fixture/files.ts';
import { fixtureSchema } from '../../adapters/fixture/format.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { inputEntry } from '../../adapters/recording/format/to-entry.ts';
import { RecordingError } from '../../adapters/recording/format/recording-error.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import type { WorldDefaults } from '../../adapters/reprise-options.ts';
import type { World } from '../../core/index.ts';
import {
  expectEqual,
  linesOf,
  recordingFolder,
  writeSealed,
} from '../support/recording/recordings.ts';
import { liveKey, startServer, testKey, type TestServer } from '../support/server/server.ts';

const folder = recordingFolder();
const old = fileURLToPath(new URL('../recordings/old/format-1.jsonl', import.meta.url));
let server: TestServer | undefined;
let files = 0;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A server whose world starts with a packaged fixture. */
async function startWithFixture(name: string, defaults: WorldDefaults = {}): Promise<TestServer> {
  const parsed = fixtureSchema.parse(packagedFixture(name));
  const config = { walletKeys: [testKey, liveKey], ...parsed.config };
  server = await startServer({ defaults: { fixture: storedFixture(parsed), config, ...defaults } });
  return server;
}

/** Records the requests to a world. */
async function recorded(
  { reprise: { engine, recordings } }: TestServer,
  ask: () => Promise<unknown>,
  world = 'default',
): Promise<string> {
  const file = join(folder, `${(files += 1)}.jsonl`);
  await recordings.start(engine.world(world) as World, { file });
  await ask();
  await recordings.stop(world);
  return file;
}

async function errorOf(file: string): Promise<string> {
  const replayed = readRecording(file).then((recording) => replayRecording(file, recording));
  const error = await replayed.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RecordingError);
  return (error as RecordingError).message;
}

const edited = (file: string, change: (lines: ReturnType<typeof linesOf>) => void): string => {
  const lines = linesOf(file);
  change(lines);
  return writeSealed(join(folder, `${(files += 1)}.jsonl`), lines);
};

describe.each(['calendar/town-year', 'wallet/treasury'])('a recording from %s', (name) => {
  it('has no entries for the inputs of the fixture, and replays equal', async () => {
    const running = await startWithFixture(name);
    const file = await recorded(running, async () => {
      await running.control('POST', '/worlds/default/clock/advance', { by: '1m' });
      await running.request('GET', '/v1/w3s/wallets');
    });
    const { header, entries, replay } = await expectEqual(file);
    expect(header.afterFixture?.inputs).toBeGreaterThan(3);
    expect(header.base).toEqual(header.afterFixture);
    expect(entries.filter(({ kind }) => kind === 'input')).toEqual([]);
    expect(entries.length).toBeLessThan(20);
    expect(replay.compared.inputs).toBe((header.afterFixture?.inputs ?? 0) + 1);
  });

  it('contains the inputs between the fixture and its start', async () => {
    const running = await startWithFixture(name);
    await running.client().createWalletSet({ name: 'before' });
    const file = await recorded(running, () => running.client().createWalletSet({ name: 'in' }));
    const { header, entries } = await expectEqual(file);
    const { inputs = 0 } = header.afterFixture ?? {};
    expect(header.base.inputs).toBeGreaterThan(inputs);
    const first = entries.find(({ kind }) => kind === 'input');
    expect(first).toMatchObject({ input: inputs + 1 });
  });

  it('reports first if the fixture has another effect now', async () => {
    const running = await startWithFixture(name);
    const file = await recorded(running, () => running.client().createWalletSet({ name: 'in' }));
    const other = edited(file, ([header]) => {
      header.afterFixture.digest = 'a'.repeat(64);
    });
    const recording = await readRecording(other);
    const { divergence, compared } = await replayRecording(other, recording);
    expect(divergence?.place?.message).toMatch(
      /^The fixture leads to input \d+, position \d+, digest [0-9a-f]{64} now; recorded is input \d+, position \d+, digest a{64}\.$/,
    );
    expect(compared.exchanges).toBe(0);
  });

  it('is refused if its fixture is invalid', async () => {
    const running = await startWithFixture(name);
    const file = await recorded(running, async () => undefined);
    const other = edited(file, ([header]) => {
      header.fixture = { version: 1, wallet: 'none' };
    });
    expect(await errorOf(other)).toMatch(/the fixture in the header is refused/);
  });
});

describe('a recording whose header does not reproduce the fixture', () => {
  it('has its inputs as entries: a fork at a position within the fixture', async () => {
    const running = await startWithFixture('calendar/town-year');
    const fork = { name: 'early', at: 5 };
    await running.control('POST', '/worlds/default/fork', fork);
    const file = await recorded(running, async () => undefined, 'early');
    const { header, entries } = await expectEqual(file);
    expect(header.afterFixture).toBeUndefined();
    expect(entries.filter(({ kind }) => kind === 'input')).toHaveLength(header.base.inputs);
  });

  it('omits them in a later fork', async () => {
    const running = await startWithFixture('calendar/town-year');
    await running.control('POST', '/worlds/default/fork', { name: 'later' });
    const file = await recorded(running, async () => undefined, 'later');
    expect((await expectEqual(file)).header.afterFixture?.inputs).toBeGreaterThan(3);
  });

  it('has its inputs as entries: the fixture in the store has another effect now', async () => {
    const text = { name: 'Bank', wallets: [{ blockchains: ['ETH-SEPOLIA'], name: 'Till' }] };
    const fixture = fixtureSchema.parse({ version: 1, wallet: { walletSets: [text] } });
    const kept = storedFixture(fixture);
    server = await startServer({ defaults: { fixture: kept } });
    const { engine } = server.reprise;
    const world = engine.world('default') as World;
    Object.assign(world.record.fixture as object, { content: { version: 1 } });
    const file = await recorded(server, async () => undefined);
    const { header, entries } = await expectEqual(file);
    expect(header.afterFixture).toBeUndefined();
    expect(entries).toHaveLength(header.base.inputs);
  });
});

it('the causes of a divergence include the fixture', async () => {
  const running = await startWithFixture('wallet/treasury', { clock: { mode: 'frozen', rate: 1 } });
  const file = await recorded(running, () =>
    running.control('POST', '/worlds/default/clock/advance', { by: '1h' }),
  );
  const events = linesOf(file).filter(({ kind }) => kind === 'event');
  expect(events.length).toBeGreaterThan(0);
  const other = edited(file, (lines) => {
    lines.find(({ kind }) => kind === 'event').type = 'Otherwise';
  });
  const recording = await readRecording(other);
  const { divergence } = await replayRecording(other, recording);
  expect(divergenceLines(divergence ?? {}, 0).join('\n')).toMatch(
    /because of input \d+: the fixture$/m,
  );
});

describe('a recording of format version 1', () => {
  // Written by the last version of that format; from the control plane alone, whose answers seldom change.
  it('is read and replays equal, with the inputs of its fixture as entries', async () => {
    const { header, entries } = await expectEqual(old);
    expect(header).toMatchObject({ reprise: 1, base: { inputs: 5 } });
    expect(header.fixture).not.toBeNull();
    expect(entries.filter(({ kind }) => kind === 'input').length).toBeGreaterThanOrEqual(5);
  });

  it.each(['calendar/town-year', 'wallet/treasury'])('replays equal from %s', async (name) => {
    const running = await startWithFixture(name);
    const file = await recorded(running, () => running.client().createWalletSet({ name: 'in' }));
    const [header, ...rest] = linesOf(file);
    const { inputs } = header.afterFixture;
    const journal = await running.reprise.engine.store.read('default', 1, inputs);
    const before = edited(file, (lines) => {
      for (const line of rest) if (line.to !== undefined) line.to += inputs;
      const { data: _data, afterFixture: _place, ...others } = header;
      lines.splice(
        0,
        lines.length,
        { ...others, reprise: 1 },
        ...journal.map((one) => inputEntry(one)),
        ...rest,
      );
    });
    const { entries, replay } = await expectEqual(before);
    expect(entries.filter(({ kind }) => kind === 'input')).toHaveLength(inputs);
    expect(replay.digest).toBe((await expectEqual(file)).replay.digest);
  });

  it('has no members of version 2, which requires all of its own', async () => {
    for (const change of [
      { data: { zones: '2026f' } },
      { afterFixture: { inputs: 0, position: 0, digest: '0'.repeat(64) } },
      { reprise: 2 },
    ]) {
      const file = edited(old, ([header]) => Object.assign(header, change));
      await expect(readRecording(file)).rejects.toThrow(
        /it must have data from version 2 on, and none of data, afterFixture in version 1/,
      );
    }
  });
});

describe('a replay with other packaged data', () => {
  it('reports it and continues', async () => {
    const running = await startWithFixture('wallet/treasury');
    const file = await recorded(running, () => running.client().createWalletSet({ name: 'in' }));
    expect((await expectEqual(file)).replay.otherData).toEqual([]);
    const other = edited(file, ([header]) => {
      header.data = { zones: '2024a', letters: '1' };
    });
    const { otherData, divergence } = await replayRecording(other, await readRecording(other));
    expect(divergence).toBeUndefined();
    expect(otherData).toEqual([
      { name: 'letters', recorded: '1', now: undefined },
      { name: 'unicode', recorded: undefined, now: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      { name: 'zones', recorded: '2024a', now: expect.stringMatching(/^20\d\d[a-z]$/) },
    ]);
  });

  it('reports nothing for a file without editions', async () => {
    expect((await expectEqual(old)).replay.otherData).toEqual([]);
  });
});
