// The work of a stream of audio grows linearly with its length, in every codec and container, however few bytes stand for much audio.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inProcess, type SpeechHost } from '../support/speech/hosts.ts';
import { denseAudio, type DenseAudio } from '../support/speech/dense-audio.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, processorMs } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/**
 * The longest streams, of all channels together. Results in progress repeat up to some seconds, so that work is linear beyond these
 * only: Opus has 48,000 samples a second.
 */
const samplesMax = 1_000_000;
const opusSamplesMax = 4_000_000;
const bytesMax = 1_000_000;

let host: SpeechHost;
beforeAll(async () => {
  host = await inProcess();
});
afterAll(() => host.close());

/** `/v1/listen` hears each channel, with results in progress. */
function hear({ form }: DenseAudio, messages: readonly Uint8Array[]): Promise<number> {
  const { encoding, sampleRate = 8_000, channels = 1 } = form;
  const query = new URLSearchParams({ interim_results: 'true', multichannel: 'true' });
  if (encoding !== undefined) {
    query.set('encoding', encoding);
    query.set('sample_rate', String(sampleRate));
    query.set('channels', String(channels));
  }
  const socket = new host.WebSocket(`ws://twin.test/v1/listen?${query.toString()}`, [], {
    headers: { Authorization: 'Token reprise-demo' },
  });
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => {
      for (const message of messages) socket.send(message);
      socket.send('{"type":"CloseStream"}');
    });
    socket.addEventListener('close', ({ code }) => resolve(code));
    socket.addEventListener('error', ({ error }) => reject(error as Error));
  });
}

describe('the work of audio', () => {
  it.each(denseAudio)('grows with its length: $name', async (audio) => {
    const most = /Opus|WebM|Ogg/.test(audio.name) ? opusSamplesMax : samplesMax;
    const longest = Math.floor(Math.min(bytesMax, most / audio.samplesPerByte));
    await expectLinearWork(audio.name, longest, (bytes) => {
      const messages = audio.messages(Math.max(1, bytes));
      return processorMs(async () => {
        expect([1_000, 1_008]).toContain(await hear(audio, messages));
      });
    });
  });
});
