import { describe, expect, it } from 'vitest';
import type { Frame, Peer } from '../../../../../adapters/protocol/channel.ts';
import {
  SpeechOutbox,
  type AudioOf,
  type OutboxItem,
} from '../../../../../adapters/services/speech/sessions/outbox.ts';
import type { speech } from '../../../../../core/index.ts';

const question: speech.SynthesisQuestion = {
  voice: { base: 'slt', pitch: 100, pace: 100 },
  text: 'A sentence.',
  encoding: 'mulaw',
  sampleRate: 8_000,
};
const audio: OutboxItem = { kind: 'audio', speech: question, from: 0, samples: 4_000 };
const flushed: OutboxItem = { kind: 'text', text: 'flushed' };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A client that reads one frame at a time, or all frames immediately. */
function peerThat(reads: 'slowly' | 'at once') {
  const log: string[] = [];
  let read: () => void = () => undefined;
  const peer: Peer = {
    send: (frame: Frame) =>
      log.push(frame.kind === 'text' ? frame.text : `${frame.data.length} of ${frame.data[0]}`),
    close: (code, reason) => log.push(`close ${code} ${reason}`),
    drained: () =>
      reads === 'slowly' ? new Promise<void>((resolve) => (read = resolve)) : undefined,
  };
  return { peer, log, read: () => read() };
}

const bytes = Buffer.alloc(4_000, 7);
const atOnce: AudioOf = () => bytes;

describe('an outbox', () => {
  it('sends cached audio at once, in frames of 0.2 s', () => {
    const { peer, log } = peerThat('at once');
    const outbox = new SpeechOutbox(peer, atOnce);
    outbox.push([audio, flushed], []);
    expect(log).toEqual(['1600 of 7', '1600 of 7', '800 of 7', 'flushed']);
    expect(outbox.whenSent()).toBeUndefined();
  });

  it('preserves the order while audio is computed', async () => {
    const { peer, log } = peerThat('at once');
    let answer: (audio: Buffer) => void = () => undefined;
    const outbox = new SpeechOutbox(peer, () => new Promise((resolve) => (answer = resolve)));
    outbox.push([audio, flushed], []);
    const sent = outbox.whenSent();
    expect(log).toEqual([]);
    answer(bytes);
    await sent;
    expect(log).toHaveLength(4);
    expect(outbox.whenSent()).toBeUndefined();
  });

  it('continues as the client reads, and requests the bytes again for each frame', async () => {
    const { peer, log, read } = peerThat('slowly');
    let asked = 0;
    const outbox = new SpeechOutbox(peer, () => {
      asked += 1;
      return bytes;
    });
    outbox.push([audio, flushed], []);
    expect(log).toEqual(['1600 of 7']);
    expect(outbox.whenSent()).toBeUndefined(); // the outbox waits only for the client
    for (const count of [2, 3]) {
      read();
      await turn();
      expect(log).toHaveLength(count);
    }
    read();
    await turn();
    expect(log.slice(2)).toEqual(['800 of 7', 'flushed']);
    expect(asked).toBe(4);
  });

  it('resolves whenSent when the client becomes slow', async () => {
    const { peer } = peerThat('slowly');
    let answer: (audio: Buffer) => void = () => undefined;
    const outbox = new SpeechOutbox(peer, () => new Promise((resolve) => (answer = resolve)));
    outbox.push([audio], []);
    const sent = outbox.whenSent();
    answer(bytes);
    await expect(sent).resolves.toBeUndefined();
  });

  it('closes with 1011 if there is no audio, and sends nothing more', async () => {
    const { peer, log } = peerThat('at once');
    const outbox = new SpeechOutbox(peer, async () =>
      Promise.reject(new Error('The voice is gone.')),
    );
    outbox.push([audio, flushed], []);
    await outbox.whenSent();
    expect(log).toEqual(['close 1011 The voice is gone.']);
  });

  it('drops the rest when it is stopped', async () => {
    const { peer, log, read } = peerThat('slowly');
    const outbox = new SpeechOutbox(peer, atOnce);
    outbox.push([audio, flushed], []);
    outbox.stop();
    for (let count = 0; count < 5; count += 1) {
      read();
      await turn();
    }
    expect(log).toEqual(['1600 of 7']);
  });
});
