import { describe, expect } from 'vitest';
import { speak, flush, close, clear } from '../../../support/speech/client.ts';
import type { ClockMode } from '../../../../core/index.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';

const it = speechTest();

describe('sessions of /v1/speak in the control plane', () => {
  interface Sent {
    readonly frames: readonly { readonly text?: string; readonly data?: string }[];
    readonly closed: object | null;
  }

  const framesOf = (...messages: readonly object[]) => ({
    frames: messages.map((message) => ({ text: JSON.stringify(message) })),
  });

  /** The parsed texts, and the size of each audio frame. */
  const shown = ({ frames, closed }: Sent) => ({
    frames: frames.map(({ text, data = '' }) =>
      text === undefined ? Buffer.from(data, 'base64').length : (JSON.parse(text) as object),
    ),
    closed,
  });

  it('are listed, with a client or without', async ({ host, connect }) => {
    const client = await connect('/v1/speak');
    const [{ request_id: id } = { request_id: '' }] = (await client.messages(1)) as {
      request_id: string;
    }[];
    const session = { id, path: '/v1/speak', opened: '2026-01-01T00:00:00.000Z' };
    expect(await host.control('GET', '/worlds/default/sessions')).toEqual({
      sessions: [{ ...session, attached: true }],
    });
    await host.control('POST', '/worlds/default/fork', { name: 'fork' });
    expect(await host.control('GET', '/worlds/fork/sessions')).toEqual({
      sessions: [{ ...session, attached: false }],
    });
    const frames = host.control('POST', `/worlds/default/sessions/${id}/frames`, framesOf(flush));
    await expect(frames).rejects.toThrow(': 409 ');
  });

  it.for<ClockMode>(['frozen', 'skip', 'real'])(
    'continue in a fork in the middle of a sentence, with the clock in mode %s',
    async (mode, { host, connect }) => {
      await host.control('PATCH', '/worlds/default/clock', { mode });
      const client = await connect('/v1/speak', { query: '?encoding=mulaw' });
      client.send(flush, speak('Good mor'), clear, speak('Good mor'));
      await client.messages(3);
      client.socket.send(''); // its warning arrives after all earlier frames were handled
      const [{ request_id: id } = { request_id: '' }] = (await client.messages(4)) as {
        request_id: string;
      }[];
      await host.control('POST', '/worlds/default/fork', { name: 'fork' });

      client.send(speak('ning.'), flush, close);
      expect(await client.closed).toBe('1000');
      const path = `/worlds/fork/sessions/${id}/frames`;
      const first: Sent = await host.control('POST', path, framesOf(speak('ning.'), flush));
      const second = await host.control('POST', path, framesOf(close));
      expect(shown(second)).toEqual({ frames: [], closed: { code: 1000, reason: '' } });
      const { frames } = shown(first);
      expect(frames.at(-1)).toEqual({ type: 'Flushed', sequence_id: 2 });
      expect(frames.slice(0, -1)).toEqual(client.audio.map(({ length }) => length));
      const bytes = first.frames.map(({ data = '' }) => Buffer.from(data, 'base64'));
      expect(Buffer.concat(bytes).equals(Buffer.concat(client.audio))).toBe(true);
      expect(await host.control('GET', '/worlds/fork/sessions')).toEqual({ sessions: [] });
    },
  );

  it('are not found once they are over', async ({ host }) => {
    const frames = host.control('POST', '/worlds/default/sessions/none/frames', framesOf(flush));
    await expect(frames).rejects.toThrow(': 404 ');
  });
});
