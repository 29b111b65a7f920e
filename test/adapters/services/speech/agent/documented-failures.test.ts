// The page of the voice agent: each documented failure is triggered by the line that the page shows for it.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { World } from '../../../../../core/index.ts';
import { blocksOf, chapterOf, readPage } from '../../../../support/documents/page.ts';
import { agentChapter } from '../../../../support/documents/agent-chapter.ts';
import { token } from '../../../../support/server/server.ts';
import { connectTo, type SpeechClient } from '../../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../../support/speech/hosts.ts';

const page = readPage('adapters/services/speech/agent/README.md');
const chapter = chapterOf(page, 'Unhappy moments');

let host: SpeechHost;
let count = 0;

beforeAll(async () => {
  host = await inProcess();
});
afterAll(() => host.close());

const speak = { provider: { type: 'deepgram', model: 'aura-asteria-en' } };
const think = {
  provider: { type: 'open_ai', model: 'gpt-4o-mini' },
  functions: [{ name: 'lookup', endpoint: { url: 'http://127.0.0.1:9/' } }],
};
const agent = { think: [think, think], speak: [speak, speak], greeting: 'How are you today?' };
const settings = { type: 'Settings', audio: {}, agent };

/** Creates the world of a test, with a frozen clock. */
async function start(rules: readonly unknown[] = []): Promise<World> {
  count += 1;
  const name = `world-${count}`;
  const { engine } = host.reprise;
  const { record } = engine.world('default') ?? expect.unreachable();
  const config = { speech: { idleMs: false } };
  await engine.create({ ...record, name, config, clock: { mode: 'frozen', rate: 1 } });
  const world = engine.world(name) ?? expect.unreachable();
  const { status } = await host.fetch(`/__reprise/worlds/${name}/speech/script`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ answer: rules }),
  });
  expect(status).toBe(200);
  return world;
}

const converse = ({ record: { name } }: World) =>
  connectTo(host, '/v1/agent/converse', { prefix: `/w/${name}` });

/** The types of received messages, or the codes of errors and warnings. */
const names = ({ seen }: SpeechClient) =>
  seen.map((one) => ('code' in one ? one['code'] : 'type' in one ? one['type'] : 'audio'));

const sees = (client: SpeechClient, name: string) =>
  vi.waitFor(() => expect(names(client)).toContain(name), 5_000);

/** The items of a part of the chapter: the first name in each, and the JSON at its end. */
const itemsOf = (part: string) =>
  [...part.matchAll(/^- `(\w+)`.*: `(\{ .*\})`$/gm)].map(
    ([, name = '', text = '']): readonly [string, object] => [name, JSON.parse(text) as object],
  );

const [rulePart = '', messagePart = ''] = chapter.split('\nMessages of the client:\n');

describe('the picture of a conversation', () => {
  it('equals that of the chapter about the agent', () => {
    const picture = blocksOf(page).find(({ language }) => language === 'mermaid');
    expect(blocksOf(agentChapter())).toContainEqual(picture);
  });
});

describe('rules', () => {
  const rules = itemsOf(rulePart);

  it('are found', () => {
    expect(rules).toHaveLength(rulePart.match(/^- /gm)?.length ?? 0);
  });

  it.each(rules)('%s is sent', async (name, rule) => {
    const world = await start([rule]);
    const client = await converse(world);
    client.send(settings);
    await sees(client, 'SettingsApplied');
    client.send({ type: 'InjectUserMessage', content: 'Hello.' });
    await sees(client, 'ConversationText');
    await world.advance({ untilIdle: true, maxMs: 60_000 });
    await sees(client, name);
    if (name.startsWith('FAILED') || name.startsWith('NON')) await client.closed;
    else await sees(client, 'AgentAudioDone');
    client.socket.close();
  });
});

describe('messages', () => {
  const messages = itemsOf(messagePart);

  it('are found', () => {
    expect(messages.length).toBe(7);
  });

  it.each(messages)('%s is sent', async (name, message) => {
    const client = await converse(await start());
    const isFirst = /^(?:NON_SETTINGS|INVALID)/.test(name);
    client.send(...(isFirst ? [message] : [settings, message]));
    await sees(client, name);
    client.socket.close();
  });

  it('interrupt the agent', async () => {
    const [, text = ''] = /^- barge-in[^`]*`(.*?)`/m.exec(messagePart) ?? [];
    const world = await start();
    const client = await converse(world);
    client.send(settings);
    await sees(client, 'SettingsApplied');
    await world.advance({ byMs: 400 });
    client.send(JSON.parse(text) as object);
    await vi.waitFor(() => expect(names(client)).toHaveLength(5), 5_000);
    expect(names(client).slice(2)).toEqual(['ConversationText', 'audio', 'ConversationText']);
    client.socket.close();
  });
});

describe('time', () => {
  it('ends a session after 2 hours', async () => {
    const world = await start();
    const client = await converse(world);
    client.send(settings);
    await sees(client, 'SettingsApplied');
    await world.advance({ byMs: 2 * 3_600_000 });
    expect(await client.closed).toBe('1000');
    expect(names(client).slice(-2)).toEqual([
      'MAXIMUM_SESSION_LENGTH_APPROACHING',
      'MAXIMUM_SESSION_LENGTH_REACHED',
    ]);
  });
});
