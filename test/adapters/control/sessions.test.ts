// Sessions without a client: listed and driven through the control plane, in a fork as in any world.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../adapters/protocol/app.ts';
import { createControlService } from '../../../adapters/control/service.ts';
import { framesAnswer, sessionsAnswer } from '../../../adapters/control/wire/sessions.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { nodeHost } from '../../../adapters/reprise.ts';
import { openEngine, type Engine } from '../../../core/index.ts';
import type { JsonBody } from '../../support/server/server.ts';
import { sendTalk, talkBook, talkDomains } from '../../support/domains/talk.ts';
import { epochMs } from '../../support/engine/pure-world.ts';

describe('the sessions of a world', () => {
  let engine: Engine;
  let attached: string[];
  let ask: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; body: JsonBody }>;

  beforeEach(async () => {
    attached = [];
    engine = await openEngine({ store: createMemoryStore(), host: nodeHost, domains: talkDomains });
    const clock = { mode: 'frozen', rate: 1 } as const;
    const record = { seed: 's', epochMs, ids: 'ordinal', clock, config: {} } as const;
    const control = createControlService({
      engine,
      token: 'token',
      version: '0',
      stopping: new AbortController().signal,
      sessions: [{ ...talkBook(), list: (world) => talkBook(attached).list(world) }],
      allowHosts: [],
      isAllowed: () => false,
      requests: undefined,
      recordings: {
        start: () => Promise.reject(new Error('not here')),
        stop: () => {
          throw new Error('not here');
        },
        statusOf: () => undefined,
        textOf: async () => undefined,
      },
      createWorld: ({ name }) => engine.create({ ...record, name }),
      worldNamed: engine.open,
      routeNames: () => [],
    });
    const world = await engine.create({ ...record, name: 'parent' });
    await sendTalk(world, { type: 'OpenTalk', id: 'one' });
    await sendTalk(world, { type: 'Hear', id: 'one', word: 'hello' });
    const app = createApp({ services: [control], worldNamed: async () => undefined });
    const { fetch } = createTwin(app);
    ask = async (method, path, body) => {
      const response = await fetch(`/__reprise/worlds/${path}`, {
        method,
        headers: { Authorization: 'Bearer token' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      const schema = path.endsWith('/frames') ? framesAnswer : sessionsAnswer;
      if (response.status === 200) expect(schema.parse(answer)).toEqual(answer);
      return { status: response.status, body: answer };
    };
  });
  afterEach(() => engine.close());

  const say = (world: string, ...words: string[]) =>
    ask('POST', `${world}/sessions/one/frames`, { frames: words.map((text) => ({ text })) });

  it('are listed in a fork, without clients', async () => {
    await ask('POST', 'parent/fork', { name: 'fork' });
    expect(await ask('GET', 'fork/sessions')).toEqual({
      status: 200,
      body: {
        sessions: [
          { id: 'one', path: '/talk', opened: '2026-01-01T00:00:00.000Z', attached: false },
        ],
      },
    });
  });

  it('continue in a fork as in its parent, and independently of it', async () => {
    await ask('POST', 'parent/fork', { name: 'fork' });
    expect(await say('fork', 'hello', 'world')).toEqual({
      status: 200,
      body: { frames: [{ text: 'hello 2' }, { text: 'world 1' }], closed: null },
    });
    expect((await say('fork', 'hello')).body.frames).toEqual([{ text: 'hello 3' }]);
    expect((await say('parent', 'hello')).body.frames).toEqual([{ text: 'hello 2' }]);
  });

  it('receive and send binary data as base64', async () => {
    const frames = [{ data: 'AAEC/w==' }];
    const answered = await ask('POST', 'parent/sessions/one/frames', { frames });
    expect(answered.body).toEqual({ frames, closed: null });
  });

  it('return the close code and ignore later frames', async () => {
    const { body } = await say('parent', 'a', 'bye', 'b');
    expect(body).toEqual({ frames: [{ text: 'a 1' }], closed: { code: 1000, reason: 'bye' } });
  });

  it('are refused while a client is connected', async () => {
    attached = ['one'];
    expect(await say('parent', 'hello')).toMatchObject({
      status: 409,
      body: { error: { code: 'session-attached' } },
    });
  });

  it.each([
    ['an unknown session', 'parent/sessions/two/frames', { frames: [{ text: 'a' }] }, 404],
    ['no frames', 'parent/sessions/one/frames', { frames: [] }, 400],
    ['data other than base64', 'parent/sessions/one/frames', { frames: [{ data: '%' }] }, 400],
    [
      'a frame of both kinds',
      'parent/sessions/one/frames',
      { frames: [{ text: 'a', data: '' }] },
      400,
    ],
  ])('refuse %s', async (_case, path, body, status) => {
    expect((await ask('POST', path, body)).status).toBe(status);
  });
});
