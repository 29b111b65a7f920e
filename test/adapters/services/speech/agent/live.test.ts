// Live thinkers and functions of the service: calls of endpoints, whose answers are inputs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createCallEndpoint,
  type CallEndpoint,
} from '../../../../../adapters/outbound/call-endpoint.ts';
import { storedFixture } from '../../../../../adapters/fixture/seed-commands.ts';
import { createMemoryStore } from '../../../../../adapters/stores/memory/event-store.ts';
import type { ClockMode, World } from '../../../../../core/index.ts';
import {
  respondWith,
  unfinishedStream,
  functionCallStream,
  chatServer,
  endlessComments,
  textStream,
  noAnswer,
  type Answer,
  type ChatServer,
} from '../../../../support/speech/chat-server.ts';
import { connectTo, type SpeechClient } from '../../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../../support/speech/hosts.ts';
import { temporaryFolder } from '../../../../support/runner/temporary-folder.ts';
import { expectEqual } from '../../../../support/recording/recordings.ts';

const folder = temporaryFolder();

let host: SpeechHost;
let server: ChatServer;

/** How long endpoints have to answer, by a text in their path; others have 30 s. A halting one begins in that time. */
const timeoutsMs = { slow: 100, halting: 1_500 };

const callEndpoint: CallEndpoint = (request, options, stopped) => {
  const [, timeoutMs = 30_000] =
    Object.entries(timeoutsMs).find(([text]) => request.url.includes(text)) ?? [];
  return createCallEndpoint([], { timeoutMs })(request, options, stopped);
};

beforeAll(async () => {
  [host, server] = await Promise.all([
    inProcess({ callEndpoint, outboundWaitMs: 30_000 }),
    chatServer(),
  ]);
});
beforeEach(async () => {
  server.reset();
  await start('frozen');
});
afterAll(async () => {
  await host.close();
  await server.close();
});

let name = '';
let count = 0;

/** Creates the world of a test. */
async function start(mode: ClockMode): Promise<void> {
  count += 1;
  name = `world-${count}`;
  const { record } = world('default');
  await host.reprise.engine.create({ ...record, name, clock: { mode, rate: 1 } });
}

const world = (of = name): World => host.world(of);

const secret = 'sk-a-secret-of-the-thinker';
const functionSecret = 'a-secret-of-the-function';

const thinker = (path: string, own: object = {}) => ({
  provider: { type: 'open_ai', model: 'gpt-4o-mini' },
  endpoint: { url: `${server.url}${path}`, headers: { Authorization: `Bearer ${secret}` } },
  prompt: 'Be brief.',
  functions: [
    {
      name: 'lookup',
      description: 'Looks up a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      endpoint: {
        url: `${server.url}/lookup?key=${functionSecret}`,
        method: 'post',
        headers: { 'X-Key': functionSecret },
      },
    },
  ],
  ...own,
});

const converse = (...think: readonly object[]) => converseWith(host, name, think);

async function converseWith(
  to: SpeechHost,
  worldName: string,
  think: readonly object[],
): Promise<SpeechClient> {
  const client = await connectTo(to, '/v1/agent/converse', { prefix: `/w/${worldName}` });
  client.send({
    type: 'Settings',
    audio: {},
    agent: { think, speak: { provider: { type: 'deepgram', model: 'aura-asteria-en' } } },
  });
  await client.messages(2);
  return client;
}

interface Message {
  readonly type: string;
  readonly content?: string;
  readonly description?: string;
}

const messages = ({ seen }: SpeechClient) =>
  seen.filter((one) => 'type' in one) as unknown as readonly Message[];

/** The messages after the first two, such as texts and warnings, without those about audio. */
const said = (client: SpeechClient) =>
  messages(client)
    .slice(2)
    .filter(({ type }) => !['AgentAudioDone', 'AgentStartedSpeaking'].includes(type))
    .map(({ type, content, description }) => `${type}: ${content ?? description ?? ''}`);

/** Waits for these messages, since they are sent after the events of the world. */
const expectMessages = (client: SpeechClient, expected: readonly unknown[]) =>
  vi.waitFor(() => expect(said(client)).toEqual(expected), 5_000);

const has = (client: SpeechClient, type: string) =>
  vi.waitFor(() => expect(messages(client).map((one) => one.type)).toContain(type), 5_000);

/** Sends a text of the user, and advances the frozen clock until the agent has answered. */
async function sendUserText(client: SpeechClient, content: string): Promise<void> {
  client.send({ type: 'InjectUserMessage', content });
  await vi.waitFor(() => expect(said(client)).toContain(`ConversationText: ${content}`));
  await world().advance({ untilIdle: true, maxMs: 60_000 });
}

describe('a live thinker', () => {
  it('that does not end its sentence does not hold an advance, whose answer says so', async () => {
    const hasty = await inProcess({ callEndpoint: createCallEndpoint([]), outboundWaitMs: 50 });
    try {
      server.answers['/chat'] = [unfinishedStream('Well, and')];
      const client = await converseWith(hasty, 'default', [thinker('/chat')]);
      client.send({ type: 'InjectUserMessage', content: 'Hello.' });
      await vi.waitFor(() => expect(said(client)).toContain('ConversationText: Hello.'));
      const advanced = await hasty.control('POST', '/worlds/default/clock/advance', {
        untilIdle: true,
      });
      expect(advanced).toMatchObject({ unanswered: 1 });
    } finally {
      await hasty.close();
    }
  });

  it('receives the settings and the history, and its sentences are spoken', async () => {
    server.answers['/chat'] = [
      textStream('Good ', 'morning. How ', 'are you?'),
      textStream('Fine.'),
    ];
    const client = await converse(thinker('/chat'));
    await sendUserText(client, 'Hello.');
    await sendUserText(client, 'Well.');
    await expectMessages(client, [
      'ConversationText: Hello.',
      'ConversationText: Good morning.',
      'ConversationText: How are you?',
      'ConversationText: Well.',
      'ConversationText: Fine.',
    ]);
    const [first, second] = server.requests;
    expect(first).toMatchObject({
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ model: 'gpt-4o-mini', stream: true });
    expect(second?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: 'Good morning. How are you?' },
      { role: 'user', content: 'Well.' },
    ]);
  });

  it('calls functions at their endpoints, and thinks again', async () => {
    server.answers['/chat'] = [
      functionCallStream(['lookup', '{"city":"Rome"}'], ['lookup', '{"city":"Oslo"}']),
      textStream('It is warm.'),
    ];
    server.answers['/lookup'] = [(response, { text }) => response.end(`21 in ${text}`)];
    const client = await converse(thinker('/chat'));
    await sendUserText(client, 'Is it warm?');
    await expectMessages(client, [
      'ConversationText: Is it warm?',
      'FunctionCallRequest: ',
      'FunctionCallResponse: 21 in {"city":"Rome"}',
      'FunctionCallResponse: 21 in {"city":"Oslo"}',
      'ConversationText: It is warm.',
    ]);
    const [, lookup] = server.requests;
    expect(lookup).toMatchObject({
      method: 'POST',
      path: `/lookup?key=${functionSecret}`,
      headers: { 'x-key': functionSecret, 'content-type': 'application/json' },
    });
    expect(server.requests.at(-1)?.messages.slice(2)).toEqual([
      expect.objectContaining({ role: 'assistant', content: null }),
      expect.objectContaining({ role: 'tool', content: '21 in {"city":"Rome"}' }),
      expect.objectContaining({ role: 'tool', content: '21 in {"city":"Oslo"}' }),
    ]);
  });

  it.each<[string, string, Answer, RegExp]>([
    ['answers with an error', '/bad', respondWith(500), /status 500/],
    ['redirects', '/bad', respondWith(302, '', { Location: '/chat' }), /redirect/],
    ['hangs', '/slow', noAnswer, /had not answered/],
    ['answers with a page', '/bad', respondWith(200, '<html></html>'), /ended too early/],
    [
      'answers with 10 MiB',
      '/bad',
      respondWith(200, `: ${'a'.repeat(10 * 1024 * 1024)}`),
      /longer than 1024 KiB/,
    ],
    ['streams for ever', '/bad', endlessComments, /longer than 1024 KiB/],
  ])('that %s is followed by the next one', async (_what, path, answer, warning) => {
    server.answers[path] = [answer];
    server.answers['/chat'] = [textStream('Hello.')];
    const client = await converse(thinker(path), thinker('/chat'));
    await sendUserText(client, 'Hi.');
    await expectMessages(client, [
      'ConversationText: Hi.',
      expect.stringMatching(warning),
      'ConversationText: Hello.',
    ]);
    expect(messages(client).find(({ type }) => type === 'Warning')).toMatchObject({
      code: 'THINK_REQUEST_FAILED',
    });
    await vi.waitFor(() => expect(server.open.size).toBe(0));
  });

  it('whose answer breaks off speaks the sentences so far', async () => {
    server.answers['/halting'] = [unfinishedStream('Well. You ')];
    const client = await converse(thinker('/halting'));
    await sendUserText(client, 'Hi.');
    await expectMessages(client, [
      'ConversationText: Hi.',
      expect.stringMatching(/^Warning: .*had not answered/),
      'ConversationText: Well.',
    ]);
  });

  it('speaks its first sentence before the last one arrives, with a real clock', async () => {
    await start('real');
    server.answers['/chat'] = [unfinishedStream('Well. You ')];
    const client = await converse(thinker('/chat'));
    client.send({ type: 'InjectUserMessage', content: 'Hi.' });
    await vi.waitFor(() => expect(said(client)).toContain('ConversationText: Well.'), 5_000);
    expect(server.open.size).toBe(1);
    client.socket.close();
    await vi.waitFor(() => expect(server.open.size).toBe(0));
  });

  it('is cancelled by another question', async () => {
    await start('real');
    server.answers['/chat'] = [noAnswer, textStream('Yes.')];
    const client = await converse(thinker('/chat'));
    client.send({ type: 'InjectUserMessage', content: 'Hi.' });
    await vi.waitFor(() => expect(server.open.size).toBe(1));
    client.send({ type: 'InjectUserMessage', content: 'Are you there?' });
    await vi.waitFor(() => expect(said(client).at(-1)).toBe('ConversationText: Yes.'), 5_000);
    expect(server.open.size).toBe(0);
  });

  it('answers without a move of time in skip mode', async () => {
    await start('skip');
    server.answers['/chat'] = [functionCallStream(['lookup', '{}']), textStream('It is warm.')];
    server.answers['/lookup'] = [respondWith(200, '21')];
    const client = await converse(thinker('/chat'));
    client.send({ type: 'InjectUserMessage', content: 'Hi.' });
    await has(client, 'AgentAudioDone');
    expect(said(client).at(-1)).toBe('ConversationText: It is warm.');
  });
});

describe('a function', () => {
  it.each<[string, string, Answer, RegExp]>([
    ['answers with an error', '/find', respondWith(404), /status 404/],
    ['hangs', '/slow', noAnswer, /had not answered/],
    [
      'answers with more than 64 KiB',
      '/find',
      respondWith(200, 'a'.repeat(64 * 1024 + 1)),
      /longer than 64 KiB/,
    ],
    ['streams for ever', '/find', endlessComments, /longer than 64 KiB/],
    ['redirects', '/find', respondWith(302, '', { Location: '/chat' }), /redirect/],
  ])('that %s has failed', async (_what, path, answer, warning) => {
    server.answers[path] = [answer];
    const functions = [{ name: 'find', endpoint: { url: server.url + path } }];
    server.answers['/chat'] = [functionCallStream(['find', '{}']), textStream('I do not know.')];
    const client = await converse(thinker('/chat', { functions }));
    await sendUserText(client, 'Is it warm?');
    await expectMessages(client, [
      'ConversationText: Is it warm?',
      'FunctionCallRequest: ',
      expect.stringMatching(warning),
      'ConversationText: I do not know.',
    ]);
    expect(server.requests.at(-1)?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(warning),
    });
  });

  it('may be called with GET, with its arguments in the query', async () => {
    server.answers['/chat'] = [
      functionCallStream(['find', '{"city":"Rome & Oslo","n":[1]}']),
      textStream('Yes.'),
    ];
    server.answers['/find'] = [respondWith(200, '')];
    const endpoint = { url: `${server.url}/find?a=b`, method: 'GET' };
    const client = await converse(thinker('/chat', { functions: [{ name: 'find', endpoint }] }));
    await sendUserText(client, 'Is it warm?');
    expect(server.requests[1]).toMatchObject({
      method: 'GET',
      path: '/find?a=b&city=Rome+%26+Oslo&n=%5B1%5D',
      text: '',
    });
    expect(said(client)).toContain('FunctionCallResponse: ');
  });
});

describe('secrets of endpoints', () => {
  it('are in no event and in no recording, though the endpoints repeat them', async () => {
    const file = join(folder, 'secrets.jsonl');
    await host.reprise.recordings.start(world(), { file });
    server.answers['/chat'] = [
      functionCallStream(['lookup', `{"city":"${secret}"}`]),
      textStream(`You sent Bearer sk-a-`, `secret-of-the-thinker. Thanks.`),
    ];
    server.answers['/lookup'] = [
      (response, { path, headers }) => response.end(JSON.stringify({ path, headers })),
    ];
    const client = await converse(thinker('/chat'));
    await sendUserText(client, 'Is it warm?');
    await vi.waitFor(
      () => expect(said(client)).toContain('ConversationText: You sent ***.'),
      5_000,
    );
    await host.reprise.recordings.stop(name);
    const { position } = await world().describe();
    const stored: unknown[] = [];
    for await (const page of world().historyPages({ to: position })) stored.push(...page);
    for (const text of [JSON.stringify(stored), readFileSync(file, 'utf8')]) {
      expect(text).toContain('ThinkingStarted');
      expect(text).not.toContain(secret);
      expect(text).not.toContain(functionSecret);
    }
  });

  it('are those of the request in flight, in spite of later updates', async () => {
    await start('real');
    let answer = () => undefined as void;
    server.answers['/chat'] = [
      (...exchange) => void (answer = () => functionCallStream(['lookup', '{}'])(...exchange)),
      textStream('It is warm.'),
    ];
    server.answers['/lookup'] = [respondWith(200, '21')];
    const client = await converse(thinker('/chat'));
    client.send({ type: 'InjectUserMessage', content: 'Is it warm?' });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const { endpoint, ...without } = thinker('/chat');
    const other = { ...endpoint, headers: { Authorization: 'Bearer another' } };
    for (const own of [{}, { endpoint: other }])
      client.send({ type: 'UpdateThink', think: { ...without, functions: [], ...own } });
    await vi.waitFor(() => expect(messages(client)).toHaveLength(5));
    answer();
    await expectMessages(client, [
      'ConversationText: Is it warm?',
      'ThinkUpdated: ',
      'ThinkUpdated: ',
      'FunctionCallRequest: ',
      'FunctionCallResponse: 21',
      'ConversationText: It is warm.',
    ]);
    const [, lookup, next] = server.requests;
    expect(lookup).toMatchObject({ headers: { 'x-key': functionSecret } });
    expect(next).toMatchObject({ headers: { authorization: 'Bearer another' } });
  });

  it('of a registered agent are missing in a world from a fixture', async () => {
    const id = '0a1b2c3d-0000-4000-8000-000000000001';
    const section = { agents: [{ id, agent: { think: thinker('/chat') } }] };
    const fixture = storedFixture({ version: 1, speech: section });
    const { record } = world();
    name = `${name}-fixture`;
    await host.reprise.engine.create({ ...record, name, fixture });
    const client = await connectTo(host, '/v1/agent/converse', { prefix: `/w/${name}` });
    client.send({ type: 'Settings', audio: {}, agent: id });
    await client.messages(2);
    await sendUserText(client, 'Hi.');
    await expectMessages(client, [
      'ConversationText: Hi.',
      expect.stringMatching(new RegExp(`PUT .*/speech/agents/${id} with them`)),
      expect.stringMatching(/^ConversationText: .*Hi\.$/),
    ]);
    expect(server.requests).toEqual([]);
  });

  it('are missing in a fork with outbound calls', async () => {
    await converse(thinker('/chat'));
    const fork = await host.reprise.engine.fork(name, { name: `${name}-fork`, outbound: true });
    const [warnings, replies] = [warningsOf(fork), repliesOf(fork)];
    await inject(fork, 'Hi.');
    await fork.advance({ untilIdle: true, maxMs: 60_000 });
    expect(warnings).toEqual([expect.stringMatching(/are gone/)]);
    expect(replies).toEqual([expect.stringMatching(/Hi\.$/)]);
    expect(server.requests).toEqual([]);
  });
});

/** A list that collects the later warnings of a world. */
function warningsOf(of: World): readonly string[] {
  const warnings: string[] = [];
  of.events$.subscribe(({ event }) => {
    if (event.type === 'SessionWarned') warnings.push(event.description);
  });
  return warnings;
}

/** Sends a text of the user to the first session of a world, without a client. */
async function inject(to: World, content: string): Promise<void> {
  const [session] = to.peek(({ speech }) => [...speech.sessions.values()]);
  const command = { type: 'InjectUserMessage', sessionId: session?.id ?? '', content } as const;
  await to.send({ domain: 'speech', prepare: () => ({ command }), respond: () => undefined });
  await to.advance({ byMs: 0 });
}

/** A list that collects the later sentences of the agent in a world. */
function repliesOf(of: World): readonly string[] {
  const replies: string[] = [];
  of.events$.subscribe(({ event }) => {
    if (event.type === 'ReplyStarted') replies.push(...event.sentences);
  });
  return replies;
}

describe('a call that has no answer yet', () => {
  it('is replaced by the plain thinker in a fork, which calls nothing', async () => {
    server.answers['/fork'] = [noAnswer];
    const client = await converse(thinker('/fork'));
    client.send({ type: 'InjectUserMessage', content: 'Hi.' });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const fork = await host.reprise.engine.fork(name, { name: `${name}-fork` });
    const [warnings, replies] = [warningsOf(fork), repliesOf(fork)];
    await fork.advance({ untilIdle: true, maxMs: 60_000 });
    expect(warnings).toEqual([expect.stringMatching(/^open_ai gpt-4o-mini: .* is a fork/)]);
    expect(replies).toEqual([expect.stringMatching(/Hi\.$/)]);
    await inject(fork, 'Are you there?');
    await fork.advance({ untilIdle: true, maxMs: 60_000 });
    expect([warnings.length, replies.length]).toEqual([2, 2]);
    expect(server.requests).toHaveLength(1);
    expect(server.open.size).toBe(1);
  });

  it('is replaced by the plain thinker after a restart, and is not repeated', async () => {
    server.answers['/chat'] = [noAnswer];
    const store = { ...createMemoryStore(), close: async () => undefined };
    const first = await inProcess({ store });
    const client = await converseWith(first, 'default', [thinker('/chat')]);
    client.send({ type: 'InjectUserMessage', content: 'Hi.' });
    await vi.waitFor(() => expect(server.open.size).toBe(1));
    await first.close();
    await vi.waitFor(() => expect(server.open.size).toBe(0));
    const second = await inProcess({ store });
    const world = await second.reprise.engine.open('default');
    if (world === undefined) throw new Error('There is no world.');
    const [warnings, replies] = [warningsOf(world), repliesOf(world)];
    await world.advance({ untilIdle: true, maxMs: 60_000 });
    expect(warnings).toEqual([expect.stringMatching(/was stopped before/)]);
    expect(replies).toEqual([expect.stringMatching(/Hi\.$/)]);
    expect(server.requests).toHaveLength(1);
    await second.close();
  });
});

describe('a recording', () => {
  it('replays without calling anything', async () => {
    const file = join(folder, 'live.jsonl');
    await host.reprise.recordings.start(world(), { file });
    server.answers['/chat'] = [
      functionCallStream(['lookup', '{}']),
      textStream('It is warm. Yes.'),
    ];
    server.answers['/lookup'] = [respondWith(200, '21')];
    const client = await converse(thinker('/chat'));
    await sendUserText(client, 'Is it warm?');
    await host.reprise.recordings.stop(name);
    const { length } = server.requests;
    const {
      replay: { compared },
    } = await expectEqual(file);
    expect(compared.frames).toBeGreaterThan(5);
    expect(server.requests).toHaveLength(length);
  });

  it('contains late answers at the instants of their arrival', async () => {
    const file = join(folder, 'late.jsonl');
    const own = await inProcess({
      outboundWaitMs: 50,
      defaults: { clock: { mode: 'skip', rate: 1 } },
    });
    const of = own.reprise.engine.world('default') as World;
    await own.reprise.recordings.start(of, { file });
    const late =
      (answer: Answer): Answer =>
      (...exchange) =>
        void setTimeout(() => answer(...exchange), 150);
    server.answers['/chat'] = [
      late(functionCallStream(['lookup', '{}'])),
      late(textStream('Well. Yes.')),
    ];
    server.answers['/lookup'] = [late(respondWith(200, '21'))];
    const client = await converseWith(own, 'default', [thinker('/chat')]);
    client.send({ type: 'InjectUserMessage', content: 'Is it warm?' });
    await has(client, 'AgentAudioDone');
    await expectMessages(client, [
      'ConversationText: Is it warm?',
      'FunctionCallRequest: ',
      'FunctionCallResponse: 21',
      'ConversationText: Well.',
      'ConversationText: Yes.',
    ]);
    await own.reprise.recordings.stop('default');
    await own.close();
    await expectEqual(file);
  });
});
