// Whatever a session does, its recording can be done again, and everything is as it was; wherever the recording began, and in
// whatever world.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { readRecording } from '../../adapters/recording/reader.ts';
import { replayRecording } from '../../adapters/recording/replay.ts';
import { divergenceLines } from '../../adapters/recording/report.ts';
import { openReprise } from '../../adapters/reprise.ts';
import { openSqliteStore } from '../../adapters/sqlite/event-store.ts';
import { clockModes, type ClockMode, type EventStore } from '../../core/index.ts';
import { runs } from '../support/forks.ts';
import { token } from '../support/server.ts';
import {
  createDriver,
  prelude,
  sessionKeys,
  toldHost,
  wireSession,
  type Ciphertexts,
  type Exchanged,
  type SessionStep,
} from '../support/wire-session.ts';

vi.setConfig({ testTimeout: 600_000 });

const folder = mkdtempSync(join(tmpdir(), 'reprise-properties-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `${files}.jsonl`);
}

async function open(store: EventStore, mode: ClockMode) {
  const host = toldHost();
  const reprise = await openReprise({
    store,
    token,
    host,
    defaults: {
      clock: { mode, rate: 3 },
      config: { walletKeys: [sessionKeys.test, sessionKeys.live] },
    },
  });
  return { reprise, host };
}

function worldOf({ engine }: Awaited<ReturnType<typeof open>>['reprise'], name = 'default') {
  const world = engine.world(name);
  if (world === undefined) throw new Error(`There is no world ${name}.`);
  return world;
}

/** Replays a file and says how it differs, if it does. */
async function expectEqual(file: string, digest: string | undefined): Promise<void> {
  const recording = await readRecording(file);
  const { divergence, ...replay } = await replayRecording(file, recording);
  const lines = divergence === undefined ? [] : divergenceLines(divergence, 0);
  expect(lines).toEqual([]);
  expect(replay).toMatchObject({ digest, ending: { kind: 'whole' } });
  expect(replay.broken).toBeUndefined();
}

const mode = fc.constantFrom(...clockModes);

it('replays what it records, equal to the last byte', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(wireSession, mode, async (steps, clock) => {
      const { reprise, host } = await open(createMemoryStore(), clock);
      const file = newFile();
      await reprise.recordings.start(worldOf(reprise), { file });
      const driver = createDriver(reprise, 'default', { host });
      for (const step of [...prelude, ...steps]) {
        for (const { response } of await driver.take(step)) {
          seen.set(response.status, 1 + (seen.get(response.status) ?? 0));
        }
      }
      worldOf(reprise).read(({ wallet }) => { for (const t of wallet.transactions.values()) seen.set(t.state as never, 1 + (seen.get(t.state as never) ?? 0)); });
      const { digest } = reprise.recordings.stop('default');
      await reprise.close();
      await expectEqual(file, digest);
      const text = readFileSync(file, 'utf8');
      for (const secret of driver.secrets) expect(text.includes(secret)).toBe(false);
      rmSync(file);
    }),
    runs(6),
  );
  console.log([...seen]);
});
