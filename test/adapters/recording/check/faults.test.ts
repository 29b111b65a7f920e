// A fault of a world that strikes frames is no broken rule of its service: the world tells that it has struck. Real services do not.

import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { checkRecording } from '../../../../adapters/recording/check/check.ts';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { shareVoice } from '../../../support/speech/shared-voice.ts';
import { inFolder, recordThrough } from '../../../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs });
shareVoice();

/** Speaks a sentence and clears another, in a world that repeats the second frame to the client. */
async function speak(url: string, server: TestServer): Promise<void> {
  await server.control('POST', '/worlds/default/faults', {
    kind: 'double-frame',
    service: 'speech',
    direction: 'out',
    when: { json: { type: 'Cleared' } },
  });
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/speak`, ['token', 'reprise-demo']);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  for (const message of [{ type: 'Speak', text: 'Hello.' }, { type: 'Clear' }, { type: 'Close' }]) {
    socket.send(JSON.stringify(message));
  }
  await closed;
}

async function brokenBy(recorder: 'world' | 'proxy'): Promise<readonly string[]> {
  return inFolder(async (folder) => {
    const file = join(folder, 'struck.jsonl');
    const server = await startServer({ newRecordingFile: () => file });
    try {
      if (recorder === 'proxy') {
        await recordThrough(server.url, file, (proxy) => speak(proxy, server));
      } else {
        await server.control('POST', '/worlds/default/recording/start');
        await speak(server.url, server);
        await server.control('POST', '/worlds/default/recording/stop');
      }
    } finally {
      await server.close();
    }
    const { rules } = checkRecording(await readAnyRecording(file));
    return rules.filter(({ broken }) => broken > 0).map(({ name }) => name);
  });
}

it('is not held against a world', async () => {
  expect(await brokenBy('world')).toEqual([]);
});

it('is seen through a proxy', async () => {
  expect(await brokenBy('proxy')).toEqual(['confirmations', 'speak-sequence']);
});
