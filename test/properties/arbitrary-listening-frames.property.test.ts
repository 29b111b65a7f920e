// Any frames may arrive on a listening channel at any moment: its session continues or ends with its own error, and another
// session of the same world receives the same messages as alone.

import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { anyText, hostileText } from '../support/arbitraries/hostile-text.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { speechTest } from '../support/runner/speech-test.ts';
import { connectTo, type SpeechClient } from '../support/speech/client.ts';
import type { SpeechHost } from '../support/speech/hosts.ts';
import { tone } from '../support/speech/tones.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const it = speechTest();

const raw = 'encoding=linear16&sample_rate=8000';
const channels = [
  { path: '/v1/listen', query: `?${raw}&interim_results=true&vad_events=true` },
  { path: '/v2/listen', query: `?${raw}&model=flux-general-en&eager_eot_threshold=0.4` },
];

const number = fc.oneof(fc.double(), fc.constantFrom(0.3, 0.5, 0.9, 500, -0, 1e300));
const anyValue = fc.oneof(number, fc.jsonValue({ maxDepth: 2 }));

const configure = fc.record(
  {
    type: fc.constant('Configure'),
    thresholds: fc.oneof(
      anyValue,
      fc.record(
        { eager_eot_threshold: anyValue, eot_threshold: anyValue, eot_timeout_ms: anyValue },
        { requiredKeys: [] },
      ),
    ),
    keyterms: fc.oneof(anyValue, fc.array(fc.oneof(anyText, anyValue))),
  },
  { requiredKeys: ['type'] },
);

const control = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom('Finalize', 'KeepAlive', 'CloseStream', 'Speak', '__proto__'),
      anyValue,
    ),
    channel: anyValue,
  },
  { requiredKeys: ['type'] },
);

/** Prefixes of containers, so that decoders read past the first bytes. */
const magics = ['', 'RIFF\xff\xff\xff\xffWAVEfmt ', 'OggS\0\x02', 'fLaC', '\x1aE\xdf\xa3'];

const binary = fc
  .tuple(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 3_000 }))
  .map(([magic, bytes]) => Buffer.concat([Buffer.from(magic, 'latin1'), bytes]));

const frame: fc.Arbitrary<string | Buffer> = fc.oneof(
  binary,
  configure.map((message) => JSON.stringify(message)),
  control.map((message) => JSON.stringify(message)),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  anyText,
  hostileText,
);

const encodings = ['linear16', 'linear32', 'mulaw', 'alaw', 'opus', 'ogg-opus'];

/** The channel and the audio of the other session. */
const other = fc.record({
  channel: fc.constantFrom(...channels),
  encoding: fc.constantFrom('', ...encodings),
});

const queryOf = ({ channel, encoding }: { channel: (typeof channels)[0]; encoding: string }) =>
  encoding === ''
    ? channel.query.replace(`${raw}&`, '')
    : channel.query.replace('linear16', encoding);

const audio = Buffer.concat([tone(1), Buffer.alloc(9_600), tone(0.8), Buffer.alloc(16_000)]);
const frames = Array.from({ length: 20 }, (_, index) => {
  const length = Math.ceil(audio.length / 20);
  return audio.subarray(index * length, (index + 1) * length);
});

/** The messages of a session, with ids replaced by names. */
async function listenAlongside(
  host: SpeechHost,
  { path, query }: (typeof channels)[0],
  onFrame: (index: number) => Promise<void>,
): Promise<unknown> {
  const client = await connectTo(host, path, { query });
  for (const [index, bytes] of frames.entries()) {
    await onFrame(index);
    client.socket.send(bytes);
  }
  client.send({ type: 'CloseStream' });
  const code = await client.closed;
  const text = JSON.stringify({ seen: client.seen, code });
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid'));
}

it.for(channels)('any frames leave a session of $path unchanged', async (channel, { host }) => {
  const alone = await listenAlongside(host, channel, async () => undefined);
  expect(JSON.stringify(alone)).toContain(channel.path === '/v1/listen' ? '"word"' : 'EndOfTurn');
  const moments = fc.array(fc.tuple(fc.nat(frames.length - 1), frame), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(other, moments, async (beside, sent) => {
      let client: SpeechClient | undefined;
      const heard = await listenAlongside(host, channel, async (index) => {
        client ??= await connectTo(host, beside.channel.path, { query: queryOf(beside) });
        for (const [at, data] of sent) {
          if (at === index && client.socket.readyState === client.socket.OPEN)
            client.socket.send(data);
        }
      });
      expect(heard).toEqual(alone);
      client?.socket.close();
      expect(await client?.closed).toMatch(/^(1000|1005|1008 DATA-0000|1011)/);
    }),
    runs(45),
  );
});
