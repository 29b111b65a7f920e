import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../../../adapters/recording/format/reader.ts';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';
import { withFrameRuns } from '../../../../adapters/recording/inspect/frame-runs.ts';
import { timelineOf } from '../../../../adapters/recording/inspect/timeline.ts';
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

const routine = new Set(['AudioReceived', 'KeepAliveReceived', 'ReplyAudioSent']);

async function itemsOf(entries: readonly Entry[], { size = 1_000, foldsTouches = true } = {}) {
  const rules = { isRoutine: ({ type }: { type: string }) => routine.has(type), foldsTouches };
  const items = [];
  for await (const batch of withFrameRuns(timelineOf(batched(entries, size)), rules)) {
    items.push(...batch);
  }
  return items;
}

/** The entries of a call, numbered from 1 on. */
function numbered(entries: readonly object[]): readonly Entry[] {
  return entries.map((entry, index) => ({ at: 0, ...entry, n: index + 1 }) as unknown as Entry);
}

/** In short: what a run has, or the kind of another entry. */
async function shapesOf(entries: readonly object[], options?: object): Promise<readonly string[]> {
  return (await itemsOf(numbered(entries), options)).map((item) => {
    if (item.kind === 'frames') {
      const events = item.events.map(({ position }) => `#${position}`).join(' ');
      return `${item.count} ${item.entry.kind} ${events}`.trimEnd();
    }
    if (item.kind === 'touches') return `${item.touches.length} touches`;
    return item.kind === 'entry' ? item.entry.kind : item.kind;
  });
}

const audioIn = (input: number) => ({ kind: 'ws.in', conn: 1, base64: 'AAAA', input });
const audioOut = { kind: 'ws.out', conn: 1, base64: 'AAAA' };
const keepAlive = (input: number) => ({
  kind: 'ws.in',
  conn: 1,
  text: '{"type":"KeepAlive"}',
  input,
});
const message = { kind: 'ws.out', conn: 1, text: '{"type":"AgentAudioDone"}' };
const time = (input: number) => ({ kind: 'input', input, data: { kind: 'time' } });
const touch = (input: number) => ({ kind: 'touch', to: 1, input });
const event = (position: number, type: string) => ({ kind: 'event', position, type, data: {} });

describe('a call', () => {
  it('has one item for each side while both speak', async () => {
    const speaking = [1, 2, 3].flatMap((n) => [
      audioIn(3 * n),
      event(3 * n, 'AudioReceived'),
      time(3 * n + 1),
      event(3 * n + 1, 'ReplyAudioSent'),
      audioOut,
    ]);
    expect(await shapesOf([...speaking, message])).toEqual([
      '3 ws.in #3 #6 #9',
      '3 ws.out #4 #7 #10',
      'ws.out',
    ]);
  });

  it('shows events of audio whose frame is not part of the run', async () => {
    const entries = [time(1), event(1, 'ReplyAudioSent'), audioIn(2), message, audioOut];
    expect(await shapesOf(entries)).toEqual(['1 ws.in', 'input', 'ws.out', '1 ws.out']);
  });

  it('has one item for its keep-alives, and one for touches', async () => {
    const alive = [1, 2, 3].flatMap((n) => [
      keepAlive(2 * n),
      event(n, 'KeepAliveReceived'),
      time(2 * n + 1),
    ]);
    expect(await shapesOf([...alive, touch(8), message])).toEqual([
      '3 ws.in #1 #2 #3',
      '2 touches',
      'ws.out',
    ]);
  });

  it('ends its runs at any other event', async () => {
    const entries = [
      audioIn(1),
      event(1, 'AudioReceived'),
      audioIn(2),
      event(2, 'AudioReceived'),
      event(3, 'UserTurnStarted'),
      audioIn(3),
      event(4, 'AudioReceived'),
    ];
    expect(await shapesOf(entries)).toEqual(['1 ws.in #1', 'ws.in', '1 ws.in #4']);
  });

  it('shows each touch where they are asked for', async () => {
    const entries = [time(1), touch(2), time(3)];
    expect(await shapesOf(entries, { foldsTouches: false })).toEqual(['input', 'touch', 'input']);
    expect(await shapesOf(entries)).toEqual(['3 touches']);
  });
});

describe('audio frames', () => {
  it('are one item per sentence, for any batches of entries', async () => {
    const entries = await entriesOf();
    const frames = entries.filter((entry) => entry.kind === 'ws.out' && entry.base64 !== undefined);
    for (const size of [1, 3, 1_000]) {
      const items = await itemsOf(entries, { size });
      const runs = items.filter((item) => item.kind === 'frames');
      const others = items.length - runs.length;
      expect(runs).toHaveLength(5);
      expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(frames.length);
      expect(runs[0]).toMatchObject({ count: 12, bytes: 19_116 });
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
    const items = await itemsOf(
      numbered(frames.map(([kind, conn]) => ({ kind, conn, base64: 'AAAA' }))),
      { size: 2 },
    );
    const runs = items.flatMap((item) =>
      item.kind === 'frames' ? [[item.entry.n, item.count]] : [],
    );
    expect(runs).toEqual([
      [1, 2],
      [3, 1],
      [4, 1],
      [5, 1],
    ]);
  });
});
