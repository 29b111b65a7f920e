// The real client on /v2/listen: turns, and the end of a session.

import { describe, expect } from 'vitest';
import { transitions, type TurnPhase } from '../../../core/speech/turns/machine.ts';
import { speechTest } from '../../support/runner/speech-test.ts';
import { spokenBy } from '../../support/speech/client.ts';
import { ofKind, openListener } from '../../support/speech/listening-clients.ts';
import { speechHosts } from '../../support/speech/hosts.ts';

const sentence = 'Good morning, how are you today?';
const sampleRate = 24_000;

/** 16-bit samples. */
const silence = (ms: number) => Buffer.alloc((ms * sampleRate * 2) / 1_000);

// The client cannot connect to an in-process host.
describe.each(speechHosts.slice(0, 2))('on %s', (_name, start) => {
  const it = speechTest({ start })
    /** The sentence in a voice of the world. */
    .extend('voice', ({ host }) => spokenBy(host, sentence, `?sample_rate=${sampleRate}`))
    .extend('listener', ({ host }) =>
      openListener(host, 'v2', {
        model: 'flux-general-en',
        sample_rate: sampleRate,
        eager_eot_threshold: 0.5,
      }),
    );

  it('it receives a turn, message by message', async ({ listener, voice }) => {
    const { messages, socket, hear, comes, closed } = listener;
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

  it('CloseStream reports the rest, ends no turn, and the client does not reconnect', async ({
    listener,
    voice,
  }) => {
    const { socket, messages, hear, closed } = listener;
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

  it('a ping is answered', async ({ listener: { socket } }) => {
    const { _ws: ws } = socket.socket as unknown as {
      _ws: { once: (event: 'pong', heard: (data: Buffer) => void) => void };
    };
    const pong = new Promise<string>((resolve) => ws.once('pong', (data) => resolve(String(data))));
    (socket as unknown as { ping: (data: string) => void }).ping('still here');
    expect(await pong).toBe('still here');
    socket.close();
  });
});
