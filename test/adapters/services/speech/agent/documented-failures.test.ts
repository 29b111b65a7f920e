// The page of the voice agent: each documented failure is triggered by the line that the page shows for it.

import { describe, expect, vi } from 'vitest';
import { blocksOf, chapterOf, readPage } from '../../../../support/documents/page.ts';
import { agentChapter } from '../../../../support/documents/agent-chapter.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';
import type { SpeechClient } from '../../../../support/speech/client.ts';

const page = readPage('adapters/services/speech/agent/README.md');
const chapter = chapterOf(page, 'Unhappy moments');

const speak = { provider: { type: 'deepgram', model: 'aura-asteria-en' } };
const think = {
  provider: { type: 'open_ai', model: 'gpt-4o-mini' },
  functions: [{ name: 'lookup', endpoint: { url: 'http://127.0.0.1:9/' } }],
};
const agent = { think: [think, think], speak: [speak, speak], greeting: 'How are you today?' };
const settings = { type: 'Settings', audio: {}, agent };

const it = speechTest({ defaults: { config: { speech: { idleMs: false } } } }).extend(
  'converse',
  ({ host, connect }) =>
    /** Opens a conversation in a world with these rules. */
    async (rules: readonly unknown[] = []) => {
      await host.control('PUT', '/worlds/default/speech/script', { answer: rules });
      return connect('/v1/agent/converse');
    },
);

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

  it.for(rules)('%s is sent', async ([name, rule], { host, converse }) => {
    const client = await converse([rule]);
    client.send(settings);
    await sees(client, 'SettingsApplied');
    client.send({ type: 'InjectUserMessage', content: 'Hello.' });
    await sees(client, 'ConversationText');
    await host.world().advance({ untilIdle: true, maxMs: 60_000 });
    await sees(client, name);
    if (name.startsWith('FAILED') || name.startsWith('NON')) await client.closed;
    else await sees(client, 'AgentAudioDone');
  });
});

describe('messages', () => {
  const messages = itemsOf(messagePart);

  it('are found', () => {
    expect(messages.length).toBe(7);
  });

  it.for(messages)('%s is sent', async ([name, message], { converse }) => {
    const client = await converse();
    const isFirst = /^(?:NON_SETTINGS|INVALID)/.test(name);
    client.send(...(isFirst ? [message] : [settings, message]));
    await sees(client, name);
  });

  it('interrupt the agent', async ({ host, converse }) => {
    const [, text = ''] = /^- barge-in[^`]*`(.*?)`/m.exec(messagePart) ?? [];
    const client = await converse();
    client.send(settings);
    await sees(client, 'SettingsApplied');
    await host.world().advance({ byMs: 400 });
    client.send(JSON.parse(text) as object);
    await vi.waitFor(() => expect(names(client)).toHaveLength(5), 5_000);
    expect(names(client).slice(2)).toEqual(['ConversationText', 'audio', 'ConversationText']);
  });
});

describe('time', () => {
  it('ends a session after 2 hours', async ({ host, converse }) => {
    const client = await converse();
    client.send(settings);
    await sees(client, 'SettingsApplied');
    await host.world().advance({ byMs: 2 * 3_600_000 });
    expect(await client.closed).toBe('1000');
    expect(names(client).slice(-2)).toEqual([
      'MAXIMUM_SESSION_LENGTH_APPROACHING',
      'MAXIMUM_SESSION_LENGTH_REACHED',
    ]);
  });
});
