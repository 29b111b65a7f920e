// Who writes a recording: what was taken is there at once, and what cannot be written is told.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/memory/event-store.ts';
import type { Unplaced } from '../../../adapters/recording/format.ts';
import { openHand } from '../../../adapters/recording/hand.ts';
import { readRecording } from '../../../adapters/recording/reader.ts';
import { replayRecording } from '../../../adapters/recording/replay.ts';
import { openReprise } from '../../../adapters/reprise.ts';
import { headerOf } from '../../support/recording-file.ts';
import { token } from '../../support/server.ts';
import {
  createDriver,
  nonsense,
  prelude,
  sessionKeys,
  toldHost,
} from '../../support/wire-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-hand-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.jsonl`);

const digest = 'a'.repeat(64);
const failures: unknown[] = [];
const onFailed = (error: unknown) => failures.push(error);

function draftOf(text: string, n: number): Unplaced {
  const at = 1_767_225_600_000 + n;
  if (n % 3 === 0) return { kind: 'ws.out', at, conn: 1, text };
  return {
    kind: 'http.request',
    at,
    after: 0,
    service: 'wallet',
    method: 'POST',
    url: '/v1/w3s',
    origin: 'http://localhost',
    headers: { 'x-api-key': text },
    text,
  };
}

describe('a recording that is written', () => {
  it('is of a session, and replays', async () => {
    const host = toldHost();
    const clock = { mode: 'frozen', rate: 1 } as const;
    const config = { walletKeys: [sessionKeys.test, sessionKeys.live] };
    const store = createMemoryStore();
    const defaults = { clock, config };
    const reprise = await openReprise({ store, token, host, defaults });
    const world = reprise.engine.world('default');
    if (world === undefined) throw new Error('There is no world.');
    const file = newFile();
    await reprise.recordings.start(world, { file });
    const driver = createDriver(reprise, 'default', { host });
    for (const step of [...prelude, ...nonsense]) await driver.take(step);
    const { digest: told } = await reprise.recordings.stop('default');
    await reprise.close();
    const replay = await replayRecording(file, await readRecording(file));
    expect(replay.divergence).toBeUndefined();
    expect(replay.digest).toBe(told);
    for (const secret of driver.secrets) expect(readFileSync(file, 'utf8')).not.toContain(secret);
  });

  it('is there as far as it was taken, and cut where it was closed', async () => {
    const file = newFile();
    const hand = await openHand(file, headerOf(), onFailed);
    hand.take([draftOf('one', 1), draftOf('two', 2)]);
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 2 });
    hand.take([draftOf('three', 3)]);
    await hand.close();
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 3 });
  });

  it('is refused where there is a file, which stays, or no folder', async () => {
    const file = newFile();
    const hand = await openHand(file, headerOf(), onFailed);
    await hand.end(digest);
    const text = readFileSync(file, 'utf8');
    await expect(openHand(file, headerOf(), onFailed)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    const nowhere = join(folder, 'nowhere', 'a.jsonl');
    await expect(openHand(nowhere, headerOf(), onFailed)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('tells once that it cannot go on, and has no end then', async () => {
    const told: unknown[] = [];
    const hand = await openHand(newFile(), headerOf(), (error) => told.push(error));
    const impossible = { kind: 'input', at: Number.NaN, input: 1, data: { kind: 'time' } } as const;
    hand.take([impossible]);
    hand.take([draftOf('more', 1)]);
    expect(told).toHaveLength(1);
    await hand.close();
  });
});
