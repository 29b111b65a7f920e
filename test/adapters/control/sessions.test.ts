// Sessions without a client: listed and driven through the control plane, in a fork as in any world.

import { describe, expect } from 'vitest';
import type { ControlCall } from '../../../adapters/contracts/control-call.ts';
import { sessionRoutes } from '../../../adapters/control/routes/sessions.ts';
import { framesAnswer, sessionsAnswer } from '../../../adapters/control/wire/sessions.ts';
import type { SessionBook } from '../../../adapters/protocol/channel.ts';
import { speechTest } from '../../support/runner/speech-test.ts';
import { clear, close, flush, speak } from '../../support/speech/client.ts';

/** A session whose client has sent Clear once, and which continues without it in the world `fork`. */
const it = speechTest().extend('session', async ({ host, connect }) => {
  const client = await connect('/v1/speak');
  client.send(clear);
  await client.messages(2);
  await host.control('POST', '/worlds/default/fork', { name: 'fork' });
  const listed = async (world: string) =>
    sessionsAnswer.parse(await host.control('GET', `/worlds/${world}/sessions`)).sessions;
  const id = (await listed('fork'))[0]?.id ?? '';
  const drive = async (...messages: readonly object[]) => {
    const frames = messages.map((message) => ({ text: JSON.stringify(message) }));
    return framesAnswer.parse(await host.drive(id, frames, 'fork'));
  };
  return { id, client, listed, drive };
});

const cleared = (sequence: number) => ({
  text: JSON.stringify({ type: 'Cleared', sequence_id: sequence }),
});

describe('the sessions of a world', () => {
  it('are listed, in a fork without clients', async ({ session: { id, listed } }) => {
    const shown = { id, path: '/v1/speak', opened: '2026-01-01T00:00:00.000Z' };
    expect(await listed('default')).toEqual([{ ...shown, attached: true }]);
    expect(await listed('fork')).toEqual([{ ...shown, attached: false }]);
  });

  it('continue in a fork as in its parent, and independently of it', async ({
    session: { client, drive },
  }) => {
    expect(await drive(clear, clear)).toEqual({ frames: [cleared(1), cleared(2)], closed: null });
    expect((await drive(clear)).frames).toEqual([cleared(3)]);
    client.send(clear);
    expect((await client.messages(3)).at(-1)).toMatchObject({ type: 'Cleared', sequence_id: 1 });
  });

  it('send binary data as base64', async ({ session: { client, drive } }) => {
    const messages = [speak('Good morning.'), flush];
    const { frames } = await drive(...messages);
    client.send(...messages);
    await client.messages(3);
    const sent = frames.map((frame) => ('data' in frame ? frame.data : ''));
    expect(sent.join()).toBe([...client.audio.map((audio) => audio.toString('base64')), ''].join());
  });

  it('return the close code and ignore later frames', async ({ session: { drive } }) => {
    const closed = { code: 1000, reason: '' };
    expect(await drive(clear, close, clear)).toEqual({ frames: [cleared(1)], closed });
  });

  it('receive and send nothing once they have closed', async () => {
    const received: string[] = [];
    const book: SessionBook = {
      list: async () => [{ id: 'one', path: '/talk', openedMs: 0, isAttached: false }],
      readerOf: () => undefined,
      audio: async () => undefined,
      resume: async (_world, _id, peer) => ({
        async receive(frame) {
          received.push(frame.kind);
          peer.send({ kind: 'text', text: 'before' });
          peer.close(1000, 'bye');
          peer.send({ kind: 'text', text: 'after' });
        },
        closed: () => undefined,
      }),
    };
    const observedWorld = { record: { name: 'w' } };
    const call = { observedWorld, options: { sessions: [book] } } as unknown as ControlCall;
    const sendFrames = sessionRoutes.find(({ name }) => name === 'sendFrames');
    const body = { frames: [{ text: 'a' }, { text: 'b' }] };
    const input = { params: { w: 'w', id: 'one' }, query: {}, headers: {}, body };
    expect(await sendFrames?.handle(call, input)).toMatchObject({
      body: '{"frames":[{"text":"before"}],"closed":{"code":1000,"reason":"bye"}}',
    });
    expect(received).toEqual(['text']);
  });

  it.for([
    [
      'a session with a client',
      'default',
      undefined,
      [{ text: 'a' }],
      '409 {"error":{"code":"session-attached"',
    ],
    ['an unknown session', 'fork', 'two', [{ text: 'a' }], '404'],
    ['no frames', 'fork', undefined, [], '400'],
    ['data other than base64', 'fork', undefined, [{ data: '%' }], '400'],
    ['a frame of both kinds', 'fork', undefined, [{ text: 'a', data: '' }], '400'],
  ] as const)('refuse %s', async ([_case, world, other, frames, refusal], { host, session }) => {
    const driven = host.drive(other ?? session.id, frames, world);
    await expect(driven).rejects.toThrow(refusal);
  });
});
