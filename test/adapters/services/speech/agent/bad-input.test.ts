// Bad frames in a world with another conversation: each has an answer, without effect on that conversation, the log or memory.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { secretVaultOf } from '../../../../../adapters/services/speech/agent/secrets.ts';
import type { World } from '../../../../../core/index.ts';
import { connectTo, type SpeechClient } from '../../../../support/speech/client.ts';
import { onNode, type SpeechHost } from '../../../../support/speech/hosts.ts';

const settings = { type: 'Settings', audio: {}, agent: {} };
const mebibyte = 'a'.repeat(2 ** 20 - 400);
const withThink = (own: object) => ({
  ...settings,
  agent: { think: { provider: { type: 'open_ai', model: 'gpt-4o' }, ...own } },
});
const functions = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `f${n}` }));
const unparsable = 'UNPARSABLE_CLIENT_MESSAGE';
const early = 'NON_SETTINGS_MESSAGE_BEFORE_SETTINGS';
const headers = { Authorization: `Bearer ${mebibyte}` };

let host: SpeechHost;
let world: World;
let other: SpeechClient;

beforeAll(async () => {
  host = await onNode();
  world = host.world();
  other = await connectTo(host, '/v1/agent/converse');
  other.send(settings);
  await other.messages(2);
});
afterAll(() => host.close());

const sessionIds = () => world.peek(({ speech }) => [...speech.sessions.values()].map((s) => s.id));

/** The stored events from a position on, as text. */
async function storedFrom(from: number): Promise<string> {
  const { position } = await world.describe();
  const stored: unknown[] = [];
  for await (const page of world.historyPages({ from, to: position })) stored.push(...page);
  return JSON.stringify(stored);
}

type Row = readonly [what: string, code: string, frame: object | string | Buffer];

const first: readonly Row[] = [
  ['KeepAlive', early, { type: 'KeepAlive' }],
  ['an answer', early, { type: 'FunctionCallResponse', id: 'fc', name: 'f', content: '' }],
  ['text of the user', early, { type: 'InjectUserMessage', content: 'Hi.' }],
  ['text of the agent', early, { type: 'InjectAgentMessage', message: 'Hi.' }],
  ['a prompt', early, { type: 'UpdatePrompt', prompt: '' }],
  ['audio', early, Buffer.alloc(800)],
  ['no JSON', unparsable, '{'],
  ['deep JSON', unparsable, '['.repeat(500_000)],
  [
    'a deep agent',
    unparsable,
    `{"type":"Settings","audio":{},"agent":${'['.repeat(250_000)}${']'.repeat(250_000)}}`,
  ],
  ['10,000 functions', unparsable, withThink({ functions: functions(10_000) })],
  ['201 functions', 'INVALID_SETTINGS', withThink({ functions: functions(201) })],
  ['a greeting of 1 MiB', 'INVALID_SETTINGS', { ...settings, agent: { greeting: mebibyte } }],
  [
    'a secret of 1 MiB at a wrong URL',
    'INVALID_SETTINGS',
    withThink({ endpoint: { url: 'ftp://127.0.0.1/', headers } }),
  ],
];

const later: readonly Row[] = [
  ['Settings', 'SETTINGS_ALREADY_APPLIED', settings],
  [
    'text of the user of 1 MiB',
    'INVALID_SETTINGS',
    { type: 'InjectUserMessage', content: mebibyte },
  ],
  ['an answer without an id', unparsable, { type: 'FunctionCallResponse', name: 'f', content: '' }],
  ['a type of 1 MiB', unparsable, { type: mebibyte }],
  ['a member of 1 MiB', unparsable, { type: 'UpdatePrompt', prompt: '', [mebibyte]: 0 }],
  ['an unknown type', unparsable, { type: 'Welcome' }],
];

describe.each([
  ['before Settings', [], first],
  ['after Settings', [settings], later],
] as const)('%s', (_when, before, rows) => {
  it.each(rows)('%s ends its session alone', async (_what, code, frame) => {
    const client = await connectTo(host, '/v1/agent/converse');
    client.send(...before);
    await client.messages(1 + before.length);
    const { position } = await world.describe();
    if (Buffer.isBuffer(frame) || typeof frame === 'string') client.socket.send(frame);
    else client.send(frame);
    expect(await client.closed).toBe('1000');
    expect(client.seen.at(-1)).toMatchObject({ type: 'Error', code });
    expect(sessionIds()).toHaveLength(1);
    expect((await storedFrom(position)).length).toBeLessThan(5_000);
    for (const id of sessionIds()) expect(secretVaultOf(world).ofSession(id).size).toBe(0);
  });
});

describe('an answer to an unknown call', () => {
  it('leads to a Warning, and its content is not stored', async () => {
    const client = await connectTo(host, '/v1/agent/converse');
    const { position } = await world.describe();
    client.send(settings);
    client.send({ type: 'FunctionCallResponse', id: mebibyte, name: 'f', content: '' });
    await client.messages(3);
    expect(client.seen.at(-1)).toMatchObject({ type: 'Warning', code: 'FUNCTION_CALL_FAILED' });
    const events = world.peek(({ speech }) => JSON.stringify([...speech.sessions.values()]));
    expect(events.length).toBeLessThan(50_000);
    expect(await storedFrom(position)).not.toContain('a'.repeat(200));
    client.socket.close();
    await client.closed;
  });
});

describe('a text that is compared with many patterns', () => {
  it('is answered within 1.5 s of processor time', async () => {
    const hears = Array.from({ length: 60 }, (_, n) => `[{v${n}}] `)
      .join('')
      .slice(0, 480);
    const rules = Array.from({ length: 100 }, () => ({
      hears: `${hears.replace(/\[[^\]]*$/, '')} b`,
    }));
    await host.control('PUT', '/worlds/default/speech/script', { answer: rules });
    const client = await connectTo(host, '/v1/agent/converse');
    client.send(settings);
    await client.messages(2);
    const before = process.cpuUsage();
    client.send({ type: 'InjectUserMessage', content: `b ${'1 '.repeat(4_900)}` });
    await client.messages(3);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(1_500);
    client.socket.close();
    await client.closed;
  });
});

it('the other conversation continues', async () => {
  other.send({ type: 'UpdatePrompt', prompt: 'Be kind.' });
  await vi.waitFor(() => expect(other.seen.at(-1)).toEqual({ type: 'PromptUpdated' }));
  expect(other.seen).toHaveLength(3);
  await vi.waitFor(() => expect(sessionIds()).toHaveLength(1));
});
