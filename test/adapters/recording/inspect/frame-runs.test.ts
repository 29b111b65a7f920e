import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../../../adapters/recording/format/reader.ts';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';
import { timelineOf, withFrameRuns } from '../../../../adapters/recording/inspect/timeline.ts';
import { toComparables } from '../../../../adapters/recording/diff/comparable.ts';
import { recordingsFolder } from '../../../recordings/scenarios.ts';

const file = join(recordingsFolder, 'speech/spoken-paragraph.jsonl');

async function entriesOf(): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of (await openRecording(file)).batches) entries.push(...batch);
  return entries;
}

/** The entries in batches of this size. */
async function* batched(entries: readonly Entry[], size: number): AsyncGenerator<readonly Entry[]> {
  for (let start = 0; start < entries.length; start += size) {
    yield entries.slice(start, start + size);
  }
}

describe('audio frames', () => {
  it('are one item per sentence, for any batches of entries', async () => {
    const entries = await entriesOf();
    const frames = entries.filter((entry) => entry.kind === 'ws.out' && entry.base64 !== undefined);
    for (const size of [1, 3, 1_000]) {
      const runs: { count: number; bytes: number }[] = [];
      let others = 0;
      for await (const items of withFrameRuns(timelineOf(batched(entries, size)))) {
        for (const item of items) {
          if (item.kind === 'frames') runs.push({ count: item.count, bytes: item.bytes });
          else others += 1;
        }
      }
      expect(runs).toHaveLength(5);
      expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(frames.length);
      expect(runs[0]).toEqual({ count: 12, bytes: 19_116 });
      expect(others).toBeGreaterThan(20);
    }
  });

  it('are compared by duration and hash', async () => {
    const [first] = toComparables(await entriesOf()).filter(({ title }) => title === '< bytes');
    expect(first?.fields['body']).toMatch(
      /^0\.20 s of mulaw at 8000 Hz, 1600 bytes, sha256 [0-9a-f]{16}$/,
    );
  });

  it('of two directions or connections are separate items', async () => {
    const frames = [
      ['ws.out', 1],
      ['ws.out', 1],
      ['ws.in', 1],
      ['ws.in', 2],
      ['ws.out', 2],
    ] as const;
    const entries = frames.map(([kind, conn], index) => ({
      kind,
      conn,
      n: index + 1,
      at: 0,
      base64: 'AAAA',
    })) as unknown as readonly Entry[];
    const runs: unknown[] = [];
    for await (const items of withFrameRuns(timelineOf(batched(entries, 2)))) {
      for (const item of items) if (item.kind === 'frames') runs.push([item.entry.n, item.count]);
    }
    expect(runs).toEqual([
      [1, 2],
      [3, 1],
      [4, 1],
      [5, 1],
    ]);
  });
});
