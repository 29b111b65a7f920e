// A replay does not go on where the recording has no end, and finds what is new where it has one.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LastState } from '../../../../adapters/recording/format/end-line.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { divergenceSentence } from '../../../../adapters/recording/replay/report.ts';
import { talkDomains } from '../../../support/domains/talk.ts';
import { talkService } from '../../../support/domains/talk-channel.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../../../support/recording/recordings.ts';
import { openTalkRecording, talkClient } from '../../../support/recording/talk-recording.ts';

const folder = recordingFolder();

const quiet = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((done) => setImmediate(done));
};

/** The lines of a talk whose frame of two words touches the world twice. */
async function talkLines(...frames: readonly string[]): Promise<Raw[]> {
  const opened = await openTalkRecording(folder);
  const { socket } = talkClient(opened, 'ann');
  await quiet();
  for (const frame of frames) {
    if (frame === 'leave') socket.close(1000);
    else socket.send(frame);
    await quiet();
  }
  await opened.recordings.stop('default');
  await opened.engine.close();
  return linesOf(opened.file);
}

async function replayed(lines: readonly Raw[], name = 'edited.jsonl') {
  const file = writeSealed(join(folder, name), structuredClone(lines));
  const options = { domains: talkDomains, services: [talkService] };
  const { divergence, ...rest } = await replayRecording(file, await readRecording(file), options);
  const difference = divergence === undefined ? undefined : divergenceSentence(divergence, 0);
  return { ...rest, difference };
}

/** The first lines, ended as if the recording had been stopped there. */
async function ended(lines: readonly Raw[], last: Partial<LastState> = {}) {
  const { digest } = await replayed(lines);
  return replayed([...lines, { kind: 'end', digest, entries: 0, ...last }]);
}

/** The lines up to this entry of a kind. */
function upTo(lines: readonly Raw[], kind: string, count = 1): readonly Raw[] {
  const found = lines.flatMap((line, index) => (line.kind === kind ? [index] : []));
  return lines.slice(0, (found[count - 1] ?? 0) + 1);
}

it('a frame that was under way does not go on, and is listed', async () => {
  const lines = await talkLines('one two');
  const first = upTo(lines, 'ws.out', 2);
  const entry = first.find(({ kind }) => kind === 'ws.in').n as number;
  const frame = { entry, kind: 'ws.in', what: 'a frame of connection 1' };
  const cut = await replayed(first);
  expect(cut).toMatchObject({ difference: undefined, underWay: [frame] });
  expect(await ended(first, { underWay: [entry] })).toMatchObject({
    difference: undefined,
    underWay: [frame],
    digest: cut.digest,
  });
});

it('a frame that had ended may not touch the world again', async () => {
  const lines = await talkLines('one two');
  const { difference } = await ended(upTo(lines, 'ws.out', 2));
  expect(difference).toMatch(/^(event \d+ \(.*\) is new|frame 3 to connection 1)/);
  const later = upTo(await talkLines('one', 'three'), 'ws.in', 2);
  later.find(({ kind }) => kind === 'ws.in').text = 'one two';
  expect((await replayed(later)).difference).toMatch(/created input 3; now it creates input 4/);
});

it('a frame whose session failed has no end', async () => {
  const lines = await talkLines('one two');
  const part = upTo(lines, 'ws.out', 2);
  const { at, input: after } = part.findLast(({ input }) => input !== undefined);
  const close = { kind: 'ws.close', conn: 1, by: 'client', reason: '', at, after };
  expect((await replayed([...part, { ...close, code: 1013 }])).difference).toBeUndefined();
  expect((await replayed([...part, { ...close, code: 1000 }])).difference).toMatch(/is new$/);
});

it('a request without its answer does not go on', async () => {
  const lines = upTo(await talkLines(), 'ws.open');
  const { url } = lines.at(-1);
  expect(await replayed(lines)).toMatchObject({
    difference: undefined,
    underWay: [{ entry: 1, kind: 'ws.open', what: `WebSocket ${url}` }],
  });
});

it('the end of a connection that did not reach the world does not reach it', async () => {
  const lines = upTo(await talkLines('one', 'leave'), 'ws.close');
  const { n } = lines.at(-1);
  expect(await replayed(lines)).toMatchObject({ difference: undefined, underWay: [{ entry: n }] });
  expect((await ended(lines)).difference).toMatch(/is new$/);
});

it('frames that were not sent yet are new only if all had been sent', async () => {
  const lines = await talkLines('one');
  const part = upTo(lines, 'ws.out', 2).slice(0, -1); // without the frame
  expect((await ended(part)).difference).toMatch(/^frame 2 to connection 1/);
  expect(await ended(part, { unsent: [1] })).toMatchObject({
    difference: undefined,
    underWay: [{ entry: 1, what: 'unsent frames to connection 1, /talk?id=ann' }],
  });
  const { at, input: after } = part.findLast(({ input }) => input !== undefined);
  const close = { kind: 'ws.close', conn: 1, by: 'client', code: 1006, reason: '', at, after };
  const closed = { underWay: [part.length] };
  expect((await ended([...part, close], closed)).difference).toMatch(/^frame 2 to connection 1/);
  const slow = { ...close, unsent: true };
  expect((await ended([...part, slow], closed)).difference).toBeUndefined();
});
