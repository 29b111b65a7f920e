// A client disconnects, and a server stops, while frames of the client are still being handled.

import { connectTo } from '../../../../support/speech/client.ts';
import { onNode } from '../../../../support/speech/hosts.ts';
import { tone } from '../../../../support/speech/tones.ts';
import { expectEqual } from '../../../../support/recording/recordings.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';

const it = speechTest();

it.for([1, 2])(
  'leaves a recording that replays equal, after turn %d',
  async (turns, { record }) => {
    const host = await onNode({ defaults: { clock: { mode: 'skip', rate: 1 } } });
    const { file } = await record(host);
    const client = await connectTo(host, '/v1/agent/converse');
    const provider = { type: 'deepgram', model: 'aura-asteria-en' };
    client.send({
      type: 'Settings',
      audio: { input: { encoding: 'linear16', sample_rate: 8_000 } },
      agent: { think: { provider: { type: 'open_ai', model: 'gpt-4o' } }, speak: { provider } },
    });
    await client.messages(2);
    const audio = Buffer.concat([tone(1), Buffer.alloc(96_000)]);
    for (let turn = 0; turn < turns; turn += 1) {
      const done = new Promise<void>((resolve) => {
        client.socket.on('message', (data, isBinary) => {
          if (!isBinary && (data as Buffer).toString().includes('AgentAudioDone')) resolve();
        });
      });
      for (let at = 0; at < audio.length; at += 1_600) {
        client.socket.send(audio.subarray(at, at + 1_600));
      }
      await done;
    }
    client.socket.close();
    await host.close();
    await expectEqual(file);
  },
);
