// The real clients on /v1/listen: results, Finalize, channels, and the end of a session.

import { createClient, LiveTranscriptionEvents } from 'deepgram-sdk-4';
import { DeepgramClient } from '@deepgram/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/server/requests.ts';
import { flush, speak, connectToSpeak, speechKey } from '../../support/speech/client.ts';
import { speechHosts, type SpeechHost } from '../../support/speech/hosts.ts';

type Message = Readonly<Record<string, unknown>>;
type Connection = Awaited<ReturnType<DeepgramClient['listen']['v1']['connect']>>;
type Options = Partial<Parameters<DeepgramClient['listen']['v1']['connect']>[0]>;

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
const hundredths = (seconds: unknown) => Math.round(Number(seconds) * 100);

describe.each(speechHosts)('on %s', (name, start) => {
  let host: SpeechHost;
  /** Two utterances in a voice of the world, with pauses. */
  let talk: Buffer;
  const open: Connection[] = [];
  const isInProcess = name === 'the process itself';

  beforeAll(async () => {
    host = await start();
    const voices: Buffer[] = [];
    for (const text of utterances) {
      const speaker = await connectToSpeak(host, { query: `?sample_rate=${sampleRate}` });
      speaker.send(speak(text), flush);
      await speaker.messages(2);
      voices.push(Buffer.concat(speaker.audio), silence(1_500));
      speaker.socket.close();
    }
    talk = Buffer.concat([silence(400), ...voices]);
    const world = host.reprise.engine.world('default');
    const part = { select: {}, utterances: utterances.map((text) => ({ text })) };
    await world?.send({
      domain: 'speech',
      prepare: () => ({ command: { type: 'SetScript', script: { parts: [part] } } }),
      respond: () => undefined,
    });
  });
  afterAll(async () => {
    for (const socket of open) socket.close();
    await host.close();
  });

  async function listen(options: Options = {}) {
    const client = new DeepgramClient({ apiKey: speechKey, baseUrl: host.url });
    const socket = await client.listen.v1.connect({
      Authorization: `Token ${speechKey}`,
      model: 'nova-3',
      encoding: 'linear16',
      sample_rate: sampleRate,
      ...options,
    });
    open.push(socket);
    const messages: Message[] = [];
    socket.on('message', (message) => void messages.push(message as unknown as Message));
    const closed = new Promise<number>((resolve) => {
      socket.on('close', ({ code }) => resolve(code));
    });
    socket.connect();
    await socket.waitForOpen();
    return {
      socket,
      messages,
      closed,
      hear: (audio: Buffer, frameMs = 80) => {
        const frame = silence(frameMs).length;
        for (let at = 0; at < audio.length; at += frame)
          socket.sendMedia(audio.subarray(at, at + frame));
      },
      /** Closes the session and resolves with all of its messages. */
      close: async () => {
        socket.sendCloseStream({ type: 'CloseStream' });
        expect(await closed).toBe(1000);
        expect(socket.socket.retryCount).toBe(0);
        return messages;
      },
    };
  }

  const all: Options = {
    interim_results: 'true',
    endpointing: 300,
    utterance_end_ms: 1_000,
    vad_events: 'true',
    punctuate: 'true',
  };

  it.skipIf(isInProcess)('client 5 receives utterances, message by message', async () => {
    const { hear, close } = await listen(all);
    hear(talk);
    const messages = await close();

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
  });

  it.skipIf(isInProcess)(
    'finals tile the audio, and utterances end after their words',
    async () => {
      const { hear, close } = await listen(all);
      hear(talk);
      const messages = await close();
      let end = 0;
      let words: readonly Word[] = [];
      let utteranceEnds = 0;
      for (const message of messages) {
        if (message['type'] === 'UtteranceEnd') {
          expect(message['last_word_end']).toBe(words.at(-1)?.end);
          utteranceEnds += 1;
        }
        if (message['type'] !== 'Results') continue;
        const results = message as unknown as Results;
        expect(hundredths(results.start)).toBe(end);
        for (const word of wordsOf(results)) {
          expect(word.start).toBeGreaterThanOrEqual(results.start);
          expect(hundredths(word.end)).toBeLessThanOrEqual(end + hundredths(results.duration));
        }
        if (!results.is_final) continue;
        end += hundredths(results.duration);
        if (wordsOf(results).length > 0) words = wordsOf(results);
      }
      expect(utteranceEnds).toBe(utterances.length);
      expect(messages.at(-1)).toMatchObject({ type: 'Metadata', channels: 1 });
      expect(end).toBe(Math.floor((talk.length / 2 / sampleRate) * 100));
      expect(hundredths(messages.at(-1)?.['duration'])).toBe(end);
    },
  );

  it.skipIf(isInProcess)('frames and KeepAlive change no result', async () => {
    const anonymous = (messages: readonly Message[]) =>
      messages.slice(0, -1).map((message) => ({ ...message, metadata: undefined }));
    const one = await listen(all);
    one.hear(talk, 250);
    const other = await listen(all);
    other.hear(talk.subarray(0, 60_001), 20);
    other.socket.sendKeepAlive({ type: 'KeepAlive' });
    other.hear(talk.subarray(60_001), 1_000);
    const expected = anonymous(await one.close());
    expect(expected.length).toBeGreaterThan(8);
    expect(anonymous(await other.close())).toEqual(expected);
  });

  it.skipIf(isInProcess)('every Finalize is answered, and no word is lost', async () => {
    const { hear, close, socket, messages } = await listen();
    const cut = silence(1_200).length;
    hear(talk.subarray(0, cut));
    socket.sendFinalize({ type: 'Finalize' });
    socket.sendFinalize({ type: 'Finalize' });
    await waitUntil('they are answered', () => finalsOf(messages).length >= 2);
    hear(talk.subarray(cut));
    await close();
    const answers = resultsOf(messages).filter(({ from_finalize: isAnswer }) => isAnswer);
    expect(answers).toHaveLength(2);
    expect(answers[1]).toMatchObject({ is_final: true, speech_final: false, duration: 0 });
    expect(textOf(finalsOf(messages))).toBe('good morning how are you today fine');
  });

  it.skipIf(isInProcess)('channels have results of their own', async () => {
    const { hear, close, socket } = await listen({
      channels: 2,
      multichannel: 'true',
    });
    const stereo = Buffer.alloc(2 * talk.length);
    for (let at = 0; at < talk.length; at += 2) talk.copy(stereo, 2 * at + 2, at, at + 2);
    hear(stereo);
    socket.sendFinalize({ type: 'Finalize', channel: 0 } as never);
    const messages = await close();
    const ofChannel = (channel: number) =>
      finalsOf(messages).filter(({ channel_index: [index] }) => index === channel);
    expect(textOf(ofChannel(0))).toBe('');
    expect(textOf(ofChannel(1))).toBe('good morning how are you today fine');
    expect(ofChannel(0).some(({ from_finalize: isAnswer }) => isAnswer)).toBe(true);
    expect(ofChannel(1).some(({ from_finalize: isAnswer }) => isAnswer)).toBe(false);
    expect(new Set(finalsOf(messages).map((result) => result.channel_index[1]))).toEqual(
      new Set([2]),
    );
    expect(messages.at(-1)).toMatchObject({ type: 'Metadata', channels: 2 });
  });

  it('client 4 receives utterances, finalizes and closes', async () => {
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
