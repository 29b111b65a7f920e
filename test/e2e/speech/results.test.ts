// The real clients on /v1/listen: results, Finalize, channels, and the end of a session.

import { createClient, LiveTranscriptionEvents } from 'deepgram-sdk-4';
import { describe, expect } from 'vitest';
import { speechTest } from '../../support/runner/speech-test.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { speechKey, spokenBy } from '../../support/speech/client.ts';
import { openListener } from '../../support/speech/listening-clients.ts';
import { speechHosts } from '../../support/speech/hosts.ts';

type Message = Readonly<Record<string, unknown>>;

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

interface Results {
  readonly type: 'Results';
  readonly channel_index: readonly number[];
  readonly start: number;
  readonly duration: number;
  readonly is_final: boolean;
  readonly speech_final: boolean;
  readonly from_finalize: boolean;
  readonly channel: {
    readonly alternatives: readonly {
      readonly transcript: string;
      readonly confidence: number;
      readonly words: readonly Word[];
    }[];
  };
}

const utterances = ['Good morning, how are you today?', 'Fine.'];
const sampleRate = 24_000;
const isUuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** 16-bit samples. */
const silence = (ms: number) => Buffer.alloc((ms * sampleRate * 2) / 1_000);

const resultsOf = (messages: readonly Message[]) =>
  messages.filter(({ type }) => type === 'Results') as unknown as Results[];
const finalsOf = (messages: readonly Message[]) =>
  resultsOf(messages).filter(({ is_final: isFinal }) => isFinal);
const wordsOf = ({ channel: { alternatives } }: Results) => alternatives[0]?.words ?? [];
const textOf = (results: readonly Results[]) =>
  results.flatMap(({ channel }) => channel.alternatives[0]?.transcript || []).join(' ');

describe.each(speechHosts)('on %s', (name, start) => {
  const isInProcess = name === 'the process itself';
  const it = speechTest({ start })
    /** Two utterances in a voice of the world, with pauses; one of a script has the same words. */
    .extend('talk', async ({ host }) => {
      const part = { utterances: utterances.map((text) => ({ text })) };
      await host.control('PUT', '/worlds/default/speech/script', { hear: [part] });
      const voices = await Promise.all(
        utterances.map((text) => spokenBy(host, text, `?sample_rate=${sampleRate}`)),
      );
      return Buffer.concat([silence(400), ...voices.flatMap((voice) => [voice, silence(1_500)])]);
    });

  it.skipIf(isInProcess)(
    'client 5 receives utterances, message by message',
    async ({ host, talk }) => {
      const { socket, messages, closed, hear } = await openListener(host, 'v1', {
        model: 'nova-3',
        sample_rate: sampleRate,
        interim_results: 'true',
        endpointing: 300,
        utterance_end_ms: 1_000,
        vad_events: 'true',
        punctuate: 'true',
      });
      hear(talk);
      socket.sendKeepAlive({ type: 'KeepAlive' });
      socket.sendFinalize({ type: 'Finalize' });
      socket.sendCloseStream({ type: 'CloseStream' });
      expect(await closed).toBe(1000);
      expect(socket.socket.retryCount).toBe(0);
      expect(resultsOf(messages).filter(({ from_finalize: isAnswer }) => isAnswer)).toHaveLength(1);

      expect(textOf(finalsOf(messages))).toBe(utterances.join(' '));
      const kinds = messages.map(({ type }) => type);
      const firstWords = messages.findIndex(
        (message) => message['type'] === 'Results' && textOf([message as never]) !== '',
      );
      expect(kinds.indexOf('SpeechStarted')).toBeGreaterThanOrEqual(0);
      expect(kinds.indexOf('SpeechStarted')).toBeLessThan(firstWords);
      expect(kinds.indexOf('Metadata')).toBe(kinds.length - 1);
      const [result] = resultsOf(messages).filter((results) => wordsOf(results).length > 0);
      expect(result).toEqual({
        type: 'Results',
        channel_index: [0, 1],
        duration: expect.any(Number),
        start: expect.any(Number),
        is_final: expect.any(Boolean),
        speech_final: expect.any(Boolean),
        from_finalize: false,
        channel: {
          alternatives: [
            { transcript: expect.any(String), confidence: 0.99, words: expect.any(Array) },
          ],
        },
        metadata: {
          request_id: isUuid,
          model_info: { name: 'nova-3', version: expect.any(String), arch: 'nova-3' },
          model_uuid: isUuid,
        },
      });
      expect(wordsOf(result as Results)[0]).toEqual({
        word: 'good',
        punctuated_word: 'Good',
        start: expect.any(Number),
        end: expect.any(Number),
        confidence: 0.99,
      });
      expect(messages.find(({ type }) => type === 'SpeechStarted')).toEqual({
        type: 'SpeechStarted',
        channel: [0, 1],
        timestamp: expect.any(Number),
      });
    },
  );

  it('client 4 receives utterances, finalizes and closes', async ({ host, talk }) => {
    const client = createClient(speechKey, {
      global: {
        websocket: {
          options: { url: `${host.url.replace('http', 'ws')}/` }, // without the slash, it drops the last path segment
          ...(isInProcess ? { client: host.WebSocket as never } : {}),
        },
      },
    });
    const live = client.listen.live({
      model: 'nova-2',
      encoding: 'linear16',
      sample_rate: sampleRate,
      interim_results: true,
      utterance_end_ms: 1_000,
      vad_events: true,
      smart_format: true,
    });
    const messages: Message[] = [];
    const { Open, Close, Transcript, UtteranceEnd, SpeechStarted, Metadata } =
      LiveTranscriptionEvents;
    for (const event of [Transcript, UtteranceEnd, SpeechStarted, Metadata]) {
      live.on(event, (message: Message) => messages.push(message));
    }
    let isClosed = false;
    live.on(Close, () => (isClosed = true));
    await new Promise((resolve) => live.on(Open, resolve));
    const frame = silence(100).length;
    for (let at = 0; at < talk.length; at += frame) {
      const part = Uint8Array.from(talk.subarray(at, at + frame));
      live.send(part.buffer);
    }
    live.finalize();
    live.requestClose();
    await waitUntil('it is closed', () => isClosed);
    expect(textOf(finalsOf(messages))).toBe(utterances.join(' '));
    const kinds = new Set(messages.map(({ type }) => type));
    expect(kinds).toEqual(new Set(['Results', 'SpeechStarted', 'UtteranceEnd', 'Metadata']));
    expect(resultsOf(messages).some(({ from_finalize: isAnswer }) => isAnswer)).toBe(true);
  });
});
