// A stopped recording contains everything that arrived before, with its consequences; otherwise its replay has more events.

import { expect, it } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { talkDomains } from '../../../support/domains/talk.ts';
import { talkService } from '../../../support/domains/talk-channel.ts';
import { inputsIn, recordingFolder } from '../../../support/recording/recordings.ts';
import { openTalkRecording, talkClient } from '../../../support/recording/talk-recording.ts';

const folder = recordingFolder();

const turn = () => new Promise((resolve) => void setImmediate(resolve));

/** Records connected clients while `play` runs; returns the words of the recording and its number of closed connections. */
async function recorded(
  count: number,
  play: (sockets: readonly WebSocket[], stop: () => void) => Promise<void>,
) {
  const opened = await openTalkRecording(folder);
  const clients = Array.from({ length: count }, (_one, index) => talkClient(opened, `c${index}`));
  while (clients.some(({ heard }) => heard.length === 0)) await turn();
  let stopping: Promise<unknown> | undefined;
  const stop = () => void (stopping = opened.recordings.stop('default'));
  await play(
    clients.map(({ socket }) => socket as unknown as WebSocket),
    stop,
  );
  await stopping;
  await opened.engine.close();
  const recording = await readRecording(opened.file);
  const options = { domains: talkDomains, services: [talkService] };
  expect((await replayRecording(opened.file, recording, options)).divergence).toBeUndefined();
  const { entries } = recording;
  return {
    closes: entries.filter(({ kind }) => kind === 'ws.close').length,
    words: entries.flatMap((entry) =>
      entry.kind === 'event' && 'word' in entry.data ? [entry.data['word']] : [],
    ),
  };
}

it('contains the end of a connection and its consequences if it is stopped in the same turn', async () => {
  const { closes, words } = await recorded(1, async ([socket], stop) => {
    socket?.close(1000);
    await turn(); // the close arrives
    stop();
  });
  expect({ closes, words }).toEqual({ closes: 1, words: ['gone'] });
});

it('contains all commands of a frame that is being handled', async () => {
  const { words } = await recorded(1, async ([socket], stop) => {
    socket?.send('one two three');
    await turn();
    stop();
  });
  expect(words).toEqual(['one', 'two', 'three']);
});

it('contains an upgrade that is being answered', async () => {
  const opened = await openTalkRecording(folder);
  talkClient(opened, 'ann');
  await turn(); // the upgrade arrives
  await opened.recordings.stop('default');
  await opened.engine.close();
  const { entries } = await readRecording(opened.file);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'ws.open',
    'ws.out',
    'touch',
    'event',
    'http.answer',
  ]);
});

it('contains complete ends of connections that are closed while it stops', async () => {
  const { closes, words } = await recorded(3, async (sockets, stop) => {
    for (const [index, socket] of sockets.entries()) {
      socket.close(1000);
      await turn();
      if (index === 0) stop();
    }
  });
  expect(words).toEqual(Array.from({ length: closes }, () => 'gone'));
});

it('contains every input once if the journal needs more than one read', async () => {
  const { engine, recordings, file } = await openTalkRecording(folder, async (world) => {
    for (let n = 1; n <= 600; n += 1) await world.advance({ byMs: 1 });
  });
  await recordings.stop('default');
  await engine.close();
  const { entries } = await readRecording(file);
  expect(inputsIn(entries)).toEqual(Array.from({ length: 600 }, (_one, index) => index + 1));
});
