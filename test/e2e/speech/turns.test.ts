// The real client on /v2/listen: turns, Configure, errors, and the end of a session.

import { DeepgramClient } from '@deepgram/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transitions, type TurnPhase } from '../../../core/speech/turns/machine.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { flush, speak, connectToSpeak, speechKey } from '../../support/speech/client.ts';
import { speechHosts, type SpeechHost } from '../../support/speech/hosts.ts';

type Message = Readonly<Record<string, unknown>>;
type Connection = Awaited<ReturnType<DeepgramClient['listen']['v2']['connect']>>;
type Options = Partial<Parameters<DeepgramClient['listen']['v2']['connect']>[0]>;

const sentence = 'Good morning, how are you today?';
const sampleRate = 24_000;

/** 16-bit samples. */
const silence = (ms: number) => Buffer.alloc((ms * sampleRate * 2) / 1_000);

const ofKind = (messages: readonly Message[], ...kinds: readonly string[]) =>
  messages.filter(({ type, event }) => kinds.includes(String(event ?? type)));

// The client cannot connect to an in-process host.
describe.each(speechHosts.slice(0, 2))('on %s', (_name, start) => {
  let host: SpeechHost;
  /** The sentence in a voice of the world. */
  let voice: Buffer;
  const open: Connection[] = [];

  beforeAll(async () => {
    host = await start();
    const speaker = await connectToSpeak(host, { query: `?sample_rate=${sampleRate}` });
    speaker.send(speak(sentence), flush);
    await speaker.messages(2);
    voice = Buffer.concat(speaker.audio);
    speaker.socket.close();
  });
  afterAll(async () => {
    for (const socket of open) socket.close();
    await host.close();
  });

  async function listen(options: Options = {}) {
    const client = new DeepgramClient({ apiKey: speechKey, baseUrl: host.url });
    const socket = await client.listen.v2.connect({
      Authorization: `Token ${speechKey}`,
      model: 'flux-general-en',
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
      /** Sends audio in frames of 80 ms. */
      hear: (audio: Buffer) => {
        const frame = silence(80).length;
        for (let at = 0; at < audio.length; at += frame)
          socket.sendMedia(audio.subarray(at, at + frame));
      },
      sendText: (text: string) => socket.socket.send(text),
      comes: (kind: string, count = 1) =>
        waitUntil(`${kind} came`, () => ofKind(messages, kind).length >= count),
    };
  }

  it('it receives a turn, message by message', async () => {
    const { messages, socket, hear, comes, closed } = await listen({ eager_eot_threshold: 0.5 });
    hear(silence(600));
    hear(voice);
    hear(silence(600));
    await comes('EndOfTurn');
    socket.sendCloseStream({ type: 'CloseStream' });
    expect(await closed).toBe(1005);

    expect(messages[0]).toEqual({
      type: 'Connected',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sequence_id: 0,
    });
    expect(messages.map(({ sequence_id: id }) => id)).toEqual(messages.map((_, index) => index));
    let phase: TurnPhase = 'idle';
    for (const message of messages.slice(1)) {
      expect(message).toEqual({
        type: 'TurnInfo',
        request_id: messages[0]?.['request_id'],
        sequence_id: expect.any(Number),
        event: expect.any(String),
        turn_index: expect.any(Number),
        audio_window_start: expect.any(Number),
        audio_window_end: expect.any(Number),
        transcript: expect.any(String),
        words: expect.any(Array),
        end_of_turn_confidence: expect.any(Number),
      });
      const row = transitions.find(
        ({ from, event }) => from === phase && event === message['event'],
      );
      expect({ phase, event: message['event'], isLegal: row !== undefined }).toMatchObject({
        isLegal: true,
      });
      phase = row?.to ?? 'idle';
    }
    const [end] = ofKind(messages, 'EndOfTurn');
    expect(end).toMatchObject({ turn_index: 0, audio_window_start: 0, transcript: sentence });
    expect(end?.['end_of_turn_confidence']).toBeGreaterThanOrEqual(0.7);
    const words = end?.['words'] as readonly { word: string }[];
    expect(words.map(({ word }) => word).join(' ')).toBe(sentence);
    const eager = ofKind(messages, 'EagerEndOfTurn').at(-1);
    expect(eager?.['transcript']).toBe(sentence);
  });

  it('a turn that continues after its eager end is resumed', async () => {
    const { messages, hear, comes } = await listen({
      eager_eot_threshold: 0.3,
      eot_threshold: 0.9,
    });
    hear(voice);
    hear(silence(200));
    await comes('EagerEndOfTurn');
    hear(voice);
    hear(silence(1_200));
    await comes('EndOfTurn');
    const turns = messages.filter(({ event }) => event !== 'Update' && event !== undefined);
    const events = turns.map(({ event }) => event);
    expect(events.slice(0, 3)).toEqual(['StartOfTurn', 'EagerEndOfTurn', 'TurnResumed']);
    expect(events.slice(-2)).toEqual(['EagerEndOfTurn', 'EndOfTurn']);
    expect(turns.at(-2)?.['transcript']).toBe(`${sentence} ${sentence}`);
    expect(turns.at(-1)?.['transcript']).toBe(`${sentence} ${sentence}`);
  });

  it('Configure applies in the middle of a turn, wholly or not at all', async () => {
    const { socket, messages, hear, comes } = await listen({ eot_threshold: 0.9 });
    hear(voice);
    hear(silence(300));
    socket.sendConfigure({
      type: 'Configure',
      thresholds: { eot_threshold: 0.5, eager_eot_threshold: 0.8 },
    });
    hear(silence(50));
    socket.sendConfigure({ type: 'Configure', keyterms: 'Reprise' });
    socket.sendConfigure({ type: 'Configure', thresholds: { eot_threshold: 0.5 } });
    hear(silence(10));
    await comes('EndOfTurn');
    const answers = messages.filter(
      ({ event, type }) => event !== 'Update' && type !== 'Connected',
    );
    expect(answers).toEqual([
      expect.objectContaining({ event: 'StartOfTurn' }),
      {
        type: 'ConfigureFailure',
        request_id: messages[0]?.['request_id'],
        sequence_id: expect.any(Number),
        code: 'INVALID_THRESHOLD',
        description: 'eager_eot_threshold (0.8) must not be greater than eot_threshold (0.5).',
      },
      {
        type: 'ConfigureSuccess',
        request_id: messages[0]?.['request_id'],
        sequence_id: expect.any(Number),
        thresholds: { eot_threshold: 0.9, eot_timeout_ms: 5_000 },
        keyterms: ['Reprise'],
      },
      expect.objectContaining({
        type: 'ConfigureSuccess',
        thresholds: { eot_threshold: 0.5, eot_timeout_ms: 5_000 },
        keyterms: ['Reprise'],
      }),
      expect.objectContaining({ event: 'EndOfTurn', transcript: sentence }),
    ]);
    expect(messages.map(({ sequence_id: id }) => id)).toEqual(messages.map((_, index) => index));
  });

  it('CloseStream reports the rest, ends no turn, and the client does not reconnect', async () => {
    const { socket, messages, hear, closed } = await listen();
    hear(voice);
    socket.sendCloseStream({ type: 'CloseStream' });
    expect(await closed).toBe(1005);
    expect(socket.socket.retryCount).toBe(0);
    expect(ofKind(messages, 'EndOfTurn')).toEqual([]);
    const seconds = voice.length / 2 / sampleRate;
    const heard = Number(messages.at(-1)?.['audio_window_end']);
    expect(seconds - heard).toBeGreaterThanOrEqual(0);
    expect(seconds - heard).toBeLessThan(0.1); // less than the lookahead of the measurement after a hop
  });

  it.each([
    ['no JSON', '{"type":'],
    ['an unknown type', '{"type":"Flush"}'],
  ])('%s is an error that ends the session', async (_case, text) => {
    const { messages, sendText, closed } = await listen({ shouldReconnect: () => false });
    sendText(text);
    expect(await closed).toBe(1011);
    expect(messages.slice(1)).toEqual([
      {
        type: 'Error',
        sequence_id: 1,
        code: 'UNPARSABLE_CLIENT_MESSAGE',
        description: expect.stringMatching(/\.$/),
      },
    ]);
  });

  it('KeepAlive and Finalize are ignored, and no audio for 30 s is an error', async () => {
    const { messages, sendText, closed, socket, comes } = await listen({
      shouldReconnect: () => false,
    });
    const world = host.reprise.engine.world('default');
    await world?.advance({ byMs: 29_999 });
    sendText('{"type":"KeepAlive"}');
    sendText('{"type":"Finalize"}');
    socket.sendConfigure({ type: 'Configure' });
    await comes('ConfigureSuccess');
    await world?.advance({ byMs: 1 });
    expect(await closed).toBe(1011);
    expect(messages.slice(1)).toEqual([
      expect.objectContaining({ type: 'ConfigureSuccess', sequence_id: 1 }),
      {
        type: 'Error',
        sequence_id: 2,
        code: 'INACTIVE_CLIENT',
        description: expect.stringContaining('No audio'),
      },
    ]);
  });

  it('a ping is answered', async () => {
    const { socket } = await listen();
    const { _ws: ws } = socket.socket as unknown as {
      _ws: { once: (event: 'pong', heard: (data: Buffer) => void) => void };
    };
    const pong = new Promise<string>((resolve) => ws.once('pong', (data) => resolve(String(data))));
    (socket as unknown as { ping: (data: string) => void }).ping('still here');
    expect(await pong).toBe('still here');
  });
});
