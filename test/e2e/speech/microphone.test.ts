// A browser that sends WebM to /v1/listen, on all hosts.

import { describe, expect } from 'vitest';
import { speechKey } from '../../support/speech/client.ts';
import { speechTest } from '../../support/runner/speech-test.ts';
import { speechHosts } from '../../support/speech/hosts.ts';
import { browserRecording } from '../../support/speech/opus-streams.ts';

interface Message {
  readonly type: string;
  readonly start: number;
  readonly duration: number;
  readonly channels: number;
}

describe.each(speechHosts)('on %s', (_name, start) => {
  const it = speechTest({ start });

  it('a browser sends WebM in pieces, with its key in the subprotocols', async ({ host }) => {
    const socket = new host.WebSocket(`${host.url.replace('http', 'ws')}/v1/listen`, [
      'token',
      speechKey,
    ]);
    const messages: Message[] = [];
    socket.addEventListener('message', ({ data }) => {
      messages.push(JSON.parse(data as string) as Message);
    });
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code));
    });
    const recording = Buffer.from(browserRecording());
    socket.addEventListener('open', () => {
      for (let from = 0; from < recording.length; from += 500) {
        socket.send(recording.subarray(from, from + 500));
      }
      socket.send('{"type":"CloseStream"}');
    });
    expect(await closed).toBe(1000);
    expect(socket.protocol).toBe('token');
    const summary = messages.at(-1);
    expect(summary).toMatchObject({ type: 'Metadata', channels: 2 });
    expect(summary?.duration).toBeCloseTo(1.38, 1);
    let end = 0;
    for (const result of messages.slice(0, -1)) {
      expect(result.start).toBeCloseTo(end, 6);
      end = result.start + result.duration;
    }
    expect(end).toBeCloseTo(summary?.duration ?? 0, 6);
  });
});
