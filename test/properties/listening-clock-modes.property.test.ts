// A listening session sends the same messages for the same audio in every clock mode, in memory and in a file.

import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { connectTo } from '../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../support/speech/hosts.ts';
import { tone } from '../support/speech/tones.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const folder = temporaryFolder();
const hosts = new Map<string, SpeechHost>();

beforeAll(async () => {
  const clockOf = (mode: 'frozen' | 'skip' | 'real') => ({
    defaults: { seed: 'law', clock: { mode, rate: 1 } },
  });
  hosts.set('frozen', await inProcess(clockOf('frozen')));
  hosts.set('skip', await inProcess(clockOf('skip')));
  hosts.set('real', await inProcess(clockOf('real')));
  const store = openSqliteStore({ file: join(folder, 'law.db') });
  hosts.set('in a file', await inProcess({ ...clockOf('frozen'), store }));
});
afterAll(async () => {
  for (const host of hosts.values()) await host.close();
});

const channels = [
  { path: '/v1/listen', query: 'model=nova-3&interim_results=true&vad_events=true' },
  { path: '/v2/listen', query: 'model=flux-general-en&eager_eot_threshold=0.4' },
];

const anyFrame = fc.record({
  seconds: fc.constantFrom(0.1, 0.3, 0.8),
  isVoice: fc.boolean(),
  isFinalized: fc.boolean(),
});

type Frame = typeof anyFrame extends fc.Arbitrary<infer One> ? One : never;

/** All messages, with ids and instants replaced by names. */
async function heard(host: SpeechHost, path: string, query: string, frames: readonly Frame[]) {
  const client = await connectTo(host, path, {
    query: `?encoding=linear16&sample_rate=8000&${query}`,
  });
  for (const { seconds, isVoice, isFinalized } of frames) {
    client.socket.send(isVoice ? tone(seconds) : Buffer.alloc(seconds * 16_000));
    if (isFinalized) client.send({ type: 'Finalize' });
  }
  client.send({ type: 'CloseStream' });
  const code = await client.closed;
  return JSON.stringify({ seen: client.seen, code })
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant');
}

it.each(channels)('the messages are the same in all hosts on $path', async ({ path, query }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyFrame, { minLength: 1, maxLength: 12 }), async (frames) => {
      const expected = await heard(hosts.get('frozen') as SpeechHost, path, query, frames);
      expect(expected).toContain(path === '/v1/listen' ? '"Metadata"' : '"Connected"');
      for (const [name, host] of hosts) {
        expect([name, await heard(host, path, query, frames)]).toEqual([name, expected]);
      }
    }),
    runs(24),
  );
});
