import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../adapters/protocol/channel.ts';
import { bodyBytesPerTurn } from '../../../../adapters/protocol/limits.ts';
import type { Service } from '../../../../adapters/protocol/service.ts';
import type { Entry } from '../../../../adapters/recording/format/entries.ts';
import { nodeHash } from '../../../../adapters/node-hash.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { talkDomain, talkDomains } from '../../../support/domains/talk.ts';
import { talkService } from '../../../support/domains/talk-channel.ts';
import {
  openTalkRecording,
  talkClient as client,
} from '../../../support/recording/talk-recording.ts';
import { runs } from '../../../support/runner/runs.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

const folder = temporaryFolder();
const open = () => openTalkRecording(folder);
type Open = Awaited<ReturnType<typeof openTalkRecording>>;

const quiet = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((done) => setImmediate(done));
};

async function finish({ recordings, file, engine }: Open) {
  await quiet();
  const { digest } = await recordings.stop('default');
  await engine.close();
  const recording = await readRecording(file);
  const options = { domains: talkDomains, services: [talkService] };
  const replay = await replayRecording(file, recording, options);
  return { recording, replay, digest };
}

const kindsOf = (entries: readonly Entry[]) => entries.map(({ kind }) => kind).join(' ');

describe('a recording of sockets', () => {
  it('contains the frames of both sides, and replays equal', async () => {
    const opened = await open();
    const ann = client(opened, 'ann');
    await quiet();
    ann.socket.send('hello');
    ann.socket.send('one two one');
    ann.socket.send(Buffer.of(1, 2, 255));
    await quiet();
    ann.socket.send('look');
    ann.socket.send('bye');
    await quiet();
    expect(ann.heard).toEqual([
      'good day, ann',
      'hello 2',
      'one 3',
      'two 4',
      'one 5',
      '\u0001\u0002\ufffd',
      'closed 4000',
    ]);
    const { recording, replay, digest } = await finish(opened);
    expect(kindsOf(recording.entries)).toBe(
      'ws.open ws.out touch event http.answer ' +
        'ws.in event ws.out ' +
        'ws.in event ws.out touch event ws.out touch event ws.out ' +
        'ws.in ws.out ws.in ws.in ws.close touch event',
    );
    expect(recording.entries.find(({ kind }) => kind === 'http.answer')).toMatchObject({
      to: 1,
      status: 101,
      headers: { 'X-Talk': 'ann', 'Sec-WebSocket-Protocol': 'talk' },
    });
    expect(replay.divergence).toBeUndefined();
    expect(replay).toMatchObject({ digest, compared: { frames: 6, answers: 1, events: 6 } });
  });

  it('contains a long frame after shorter ones that are handled meanwhile, and replays equal', async () => {
    const opened = await open();
    const ann = client(opened, 'ann');
    const bob = client(opened, 'bob');
    await quiet();
    ann.socket.send('!'.repeat(bodyBytesPerTurn + 1));
    ann.socket.send('after');
    bob.socket.send('meanwhile');
    await quiet();
    const { recording, replay, digest } = await finish(opened);
    const received = recording.entries.flatMap((entry) => (entry.kind === 'ws.in' ? [entry] : []));
    const words = received.map(({ text = '' }) => (text.length > 100 ? 'long' : text));
    expect(words).toEqual(['meanwhile', 'long', 'after']);
    expect(replay.divergence === undefined).toBe(true); // not printed: it is long
    expect(replay.digest).toBe(digest);
  });

  it('contains the hash of an attachment and none of its bytes, and replays equal without them', async () => {
    const opened = await open();
    const ann = client(opened, 'ann');
    await quiet();
    const attachment = Buffer.from('bytes of ann');
    const heard = { type: 'Hear', id: 'ann', word: 'seven' };
    await opened.engine.world('default')?.send({
      domain: talkDomain,
      prepare: () => ({ command: { ...heard, attachment: nodeHash(attachment) }, attachment }),
      respond: () => undefined,
    });
    ann.socket.send('seven');
    await quiet();
    expect(ann.heard.at(-1)).toBe('seven 3');
    const { recording, replay, digest } = await finish(opened);
    const inputs = recording.entries.filter(({ kind }) => kind === 'input');
    expect(inputs).toMatchObject([
      { data: { command: { ...heard, attachment: nodeHash(attachment) } } },
    ]);
    expect(readFileSync(opened.file, 'utf8')).not.toMatch(/"0":|bytes of ann|"attachment":[^"]/);
    expect(replay.divergence).toBeUndefined();
    expect(replay).toMatchObject({ digest });
  });

  it('reports a frame that differs, and a missing one', async () => {
    const opened = await open();
    const ann = client(opened, 'ann');
    await quiet();
    ann.socket.send('one');
    ann.socket.send('two');
    const { recording } = await finish(opened);
    const changed = (change: (frame: Frame) => readonly Frame[]): Service => ({
      ...talkService,
      channelAt: (path) => {
        const channel = talkService.channelAt?.(path);
        if (channel === undefined) return undefined;
        return {
          open: (request, world, peer) =>
            channel.open(request, world, {
              ...peer,
              send: (frame) => change(frame).forEach((one) => peer.send(one)),
            }),
        };
      },
    });
    const replayed = (service: Service) =>
      replayRecording('test', recording, { domains: talkDomains, services: [service] });
    const louder = await replayed(
      changed((frame) =>
        frame.kind === 'text' && frame.text.startsWith('two')
          ? [{ kind: 'text', text: 'TWO 3' }]
          : [frame],
      ),
    );
    expect(louder.divergence).toEqual({
      exchange: expect.objectContaining({
        kind: 'ws.out',
        what: 'frame 3 to connection 1, /talk?id=ann',
        path: 'frame',
        expected: 'two 3',
        actual: 'TWO 3',
      }),
    });
    const silent = await replayed(
      changed((frame) => (frame.kind === 'text' && frame.text.startsWith('two') ? [] : [frame])),
    );
    expect(silent.divergence?.exchange).toMatchObject({ expected: 'two 3', actual: undefined });
    const talkative = await replayed(changed((frame) => [frame, frame]));
    expect(talkative.divergence?.exchange).toMatchObject({
      what: 'frame 2 to connection 1, /talk?id=ann',
      expected: 'one 2',
      actual: 'good day, ann',
    });
  });

  it('contains no secret of an upgrade, and is replayed without it', async () => {
    const opened = await open();
    client(opened, 'ann');
    client(opened, 'eve', 'Token guessed-and-not-right-at-all');
    await quiet();
    const { recording, replay } = await finish(opened);
    expect(replay.divergence).toBeUndefined();
    expect(
      recording.entries.flatMap((entry) => (entry.kind === 'ws.open' ? [entry.facts] : [])),
    ).toEqual([{ caller: true }, { caller: false }]);
    const text = readFileSync(opened.file, 'utf8');
    expect(text).not.toMatch(/a-secret-of|guessed-and-not/);
  });

  it('replays equal with many clients at the same time', async () => {
    const word = fc.constantFrom(
      'hello',
      'all',
      'one two',
      'look',
      'bye',
      'break',
      'binary',
      'leave',
    );
    const said = fc.record({ who: fc.nat({ max: 2 }), word, waits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 25 }), async (all) => {
        const opened = await open();
        const clients = ['a', 'b', 'c'].map((id) => client(opened, id));
        await quiet();
        for (const { who, word: text, waits } of all) {
          const { socket } = clients[who] as (typeof clients)[number];
          if (socket.readyState !== 1) continue;
          if (text === 'leave') socket.close(3001, 'enough');
          else socket.send(text === 'binary' ? Buffer.of(who, 200) : text);
          if (waits) await quiet();
        }
        const { replay, digest } = await finish(opened);
        expect(replay.divergence).toBeUndefined();
        expect(replay.digest).toBe(digest);
      }),
      runs(40),
    );
  });
});
