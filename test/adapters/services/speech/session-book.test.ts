import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectToSpeak, speak, flush, close, clear } from '../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../support/speech/hosts.ts';
import { token } from '../../../support/server/server.ts';
import type { ClockMode } from '../../../../core/index.ts';

describe('sessions of /v1/speak in the control plane', () => {
  let host: SpeechHost;
  beforeEach(async () => {
    host = await inProcess();
  });
  afterEach(() => host.close());

  async function control(method: string, path: string, body?: object) {
    const response = await host.fetch(`/__reprise${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Sent };
  }

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

  it('are listed, with a client or without', async () => {
    const client = await connectToSpeak(host);
    const [{ request_id: id } = { request_id: '' }] = (await client.messages(1)) as {
      request_id: string;
    }[];
    const session = { id, path: '/v1/speak', opened: '2026-01-01T00:00:00.000Z' };
    expect(await control('GET', '/worlds/default/sessions')).toEqual({
      status: 200,
      body: { sessions: [{ ...session, attached: true }] },
    });
    await control('POST', '/worlds/default/fork', { name: 'fork' });
    expect(await control('GET', '/worlds/fork/sessions')).toEqual({
      status: 200,
      body: { sessions: [{ ...session, attached: false }] },
    });
    expect(
      await control('POST', `/worlds/default/sessions/${id}/frames`, framesOf(flush)),
    ).toMatchObject({ status: 409 });
  });

  it.each<ClockMode>(['frozen', 'skip', 'real'])(
    'continue in a fork in the middle of a sentence, with the clock in mode %s',
    async (mode) => {
      expect((await control('PATCH', '/worlds/default/clock', { mode })).status).toBe(200);
      const client = await connectToSpeak(host, { query: '?encoding=mulaw' });
      client.send(flush, speak('Good mor'), clear, speak('Good mor'));
      await client.messages(3);
      client.socket.send(''); // its warning arrives after all earlier frames were handled
      const [{ request_id: id } = { request_id: '' }] = (await client.messages(4)) as {
        request_id: string;
      }[];
      await control('POST', '/worlds/default/fork', { name: 'fork' });

      client.send(speak('ning.'), flush, close);
      expect(await client.closed).toBe('1000');
      const path = `/worlds/fork/sessions/${id}/frames`;
      const first = await control('POST', path, framesOf(speak('ning.'), flush));
      const second = await control('POST', path, framesOf(close));
      expect(shown(second.body)).toEqual({ frames: [], closed: { code: 1000, reason: '' } });
      const { frames } = shown(first.body);
      expect(frames.at(-1)).toEqual({ type: 'Flushed', sequence_id: 2 });
      expect(frames.slice(0, -1)).toEqual(client.audio.map(({ length }) => length));
      const bytes = first.body.frames.map(({ data = '' }) => Buffer.from(data, 'base64'));
      expect(Buffer.concat(bytes).equals(Buffer.concat(client.audio))).toBe(true);
      expect((await control('GET', '/worlds/fork/sessions')).body).toEqual({ sessions: [] });
    },
  );

  it('are not found once they are over', async () => {
    expect(
      await control('POST', '/worlds/default/sessions/none/frames', framesOf(flush)),
    ).toMatchObject({ status: 404 });
  });
});
