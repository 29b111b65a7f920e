// Who writes a recording: a thread does it as this one does, to the byte, and tells what it could not do.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/memory/event-store.ts';
import type { Draft } from '../../../adapters/recording/draft.ts';
import { openOwnHand, threadHands, type OpenHand } from '../../../adapters/recording/hand.ts';
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

const openOf = (waitingMax?: number) =>
  threadHands(new URL('../../support/workers/write-recording.mjs', import.meta.url), waitingMax);
const openThread = openOf();
const hands: readonly (readonly [string, OpenHand])[] = [
  ['this thread', openOwnHand],
  ['a thread of its own', openThread],
];

const digest = 'a'.repeat(64);
const failures: unknown[] = [];
const onFailed = (error: unknown) => failures.push(error);

function draftOf(text: string, n: number): Draft {
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

it('writes the same bytes in a thread of its own as in this one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.string({ unit: 'grapheme' }))), async (batches) => {
      const written = [];
      for (const [, open] of hands) {
        const file = newFile();
        const hand = await open(file, headerOf(), onFailed);
        for (const batch of batches) hand.take(batch.map(draftOf));
        const seal = await hand.end(digest);
        written.push({ seal, text: readFileSync(file, 'utf8') });
      }
      expect(written[1]).toEqual(written[0]);
    }),
    { numRuns: 10 },
  );
  expect(failures).toEqual([]);
});

it('fails where a thread falls behind by more than may wait, and only then', async () => {
  const slow = new URL('../../support/workers/slow-writer.mjs', import.meta.url);
  const told: unknown[] = [];
  const hand = await threadHands(slow, 100)(newFile(), headerOf(), (error) => told.push(error));
  const batch = Array.from({ length: 10 }, (_none, n) => draftOf('text', n));
  for (let count = 0; count < 10; count += 1) hand.take(batch);
  expect(told).toEqual([]);
  hand.take(batch);
  hand.take(batch);
  expect(told).toEqual([new Error('The recording is written more slowly than it grows.')]);
  await hand.close();
  const file = newFile();
  const quick = await openOf(100)(file, headerOf(), onFailed);
  for (let count = 0; count < 30; count += 1) {
    quick.take(batch);
    await quick.drained();
  }
  await quick.end(digest);
  expect(failures).toEqual([]);
  expect((await readRecording(file)).ending).toMatchObject({ end: { entries: 300 } });
});

describe.each(hands)('a recording that is written by %s', (_name, open) => {
  it('is of a session, and replays', async () => {
    const host = toldHost();
    const clock = { mode: 'frozen', rate: 1 } as const;
    const config = { walletKeys: [sessionKeys.test, sessionKeys.live] };
    const store = createMemoryStore();
    const defaults = { clock, config };
    const reprise = await openReprise({ store, token, host, recordingHand: open, defaults });
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

  it('is there as far as it was drained, and cut where it was closed', async () => {
    const file = newFile();
    const hand = await open(file, headerOf(), onFailed);
    hand.take([draftOf('one', 1), draftOf('two', 2)]);
    await hand.drained();
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 2 });
    hand.take([draftOf('three', 3)]);
    await hand.close();
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 3 });
  });

  it('is refused where there is a file, which stays, or no folder', async () => {
    const file = newFile();
    const hand = await open(file, headerOf(), onFailed);
    await hand.end(digest);
    const text = readFileSync(file, 'utf8');
    await expect(open(file, headerOf(), onFailed)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    const nowhere = join(folder, 'nowhere', 'a.jsonl');
    await expect(open(nowhere, headerOf(), onFailed)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('leaves no thread behind where it was refused, which would keep a process from its end', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker) => threads.push(thread);
    process.on('worker', note);
    const nowhere = join(folder, 'nowhere', 'b.jsonl');
    await expect(open(nowhere, headerOf(), onFailed)).rejects.toMatchObject({ code: 'ENOENT' });
    process.off('worker', note);
    expect(threads).toHaveLength(open === openThread ? 1 : 0);
    for (const { threadId } of threads) expect(threadId).toBe(-1); // it has ended
  });

  it('tells once that it cannot go on, and has no end then', async () => {
    const told: unknown[] = [];
    const hand = await open(newFile(), headerOf(), (error) => told.push(error));
    const impossible = { kind: 'input', at: Number.NaN, input: 1, data: { kind: 'time' } } as const;
    hand.take([impossible]);
    await hand.drained();
    hand.take([draftOf('more', 1)]);
    await hand.drained();
    expect(told).toHaveLength(1);
    await hand.close();
  });
});
