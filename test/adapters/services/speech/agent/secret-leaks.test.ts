// Secrets of a conversation exist only in the memory of the process, not in a store, a recording or a message.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { secretVaultOf } from '../../../../../adapters/services/speech/agent/secrets.ts';
import { openSqliteStore } from '../../../../../adapters/stores/sqlite/event-store.ts';
import { connectTo } from '../../../../support/speech/client.ts';
import { expectEqual } from '../../../../support/recording/recordings.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';
import { temporaryFolder } from '../../../../support/runner/temporary-folder.ts';

const it = speechTest();
const folder = temporaryFolder();

const endpoint = (name: string) => ({
  url: `http://user:password-of-${name}@allowed.example/?key=query-of-${name}&k=q-of-${name}`,
  headers: {
    Authorization: `Bearer authorization-of-${name}`,
    'X-Any': `header-of-${name}`,
    b: 'h-of',
  },
});
const credentials = {
  type: 'sts',
  region: 'eu',
  access_key_id: 'access-id-of-the-cloud',
  secret_access_key: 'secret-key-of-the-cloud',
  session_token: 'session-token-of-the-cloud',
};
const openAi = { type: 'open_ai', model: 'gpt-4o' };
const think = {
  provider: openAi,
  endpoint: endpoint('a-thinker'),
  functions: [
    {
      name: 'sign_in',
      parameters: { type: 'object', properties: { password: { type: 'string' }, token: 'any' } },
      endpoint: { ...endpoint('a-function'), method: 'post' },
    },
  ],
};
const speak = {
  provider: { type: 'eleven_labs', model_id: 'eleven_turbo_v2_5' },
  endpoint: {
    ...endpoint('a-voice'),
    url: 'wss://user:password-of-a-voice@v.example/?k=query-of-a-voice',
  },
};
const bedrock = {
  provider: { type: 'aws_bedrock', model: 'any-model', credentials },
  endpoint: endpoint('a-cloud'),
};
const secret = /(?:password|query|q|authorization|header|id|key|token|h)-of-?/;

it('no secret of frames that an operator sends is recorded, and the recording replays', async ({
  startHost,
  record,
}) => {
  const host = await startHost({ outboundHosts: ['allowed.example', 'other.example'] });
  await connectTo(host, '/v1/agent/converse');
  await host.control('POST', '/worlds/default/fork', { name: 'fork' });
  const world = host.world('fork');
  const [id = ''] = world.peek(({ speech }) => [...speech.sessions.values()].map((one) => one.id));
  const { file, stop } = await record(host, 'fork');
  const other = { ...endpoint('another'), url: 'http://other.example/?key=query-of-another' };
  const messages = [
    { type: 'Settings', audio: {}, agent: { think, speak } },
    { type: 'UpdateThink', think: { provider: openAi, endpoint: other } },
  ];
  const frames = messages.map((message) => ({ text: JSON.stringify(message) }));
  expect(await host.drive(id, frames, 'fork')).toEqual({
    frames: [{ text: '{"type":"SettingsApplied"}' }, { text: '{"type":"ThinkUpdated"}' }],
    closed: null,
  });
  await stop();
  const text = readFileSync(file, 'latin1');
  expect(text).toContain('UpdateThink');
  expect(text.match(secret)).toBeNull();
  await expectEqual(file);
});

it('no secret of a conversation is stored, recorded or sent, and its recording replays', async ({
  startHost,
}) => {
  const store = openSqliteStore({ file: join(folder, 'store.db') });
  const host = await startHost({ store, outboundHosts: ['allowed.example'] });
  const world = host.world();
  const file = join(folder, 'agent.jsonl');
  await host.reprise.recordings.start(world, { file });
  const client = await connectTo(host, '/v1/agent/converse');
  client.send({ type: 'Settings', audio: {}, agent: { think, speak } });
  await client.messages(2);
  const [sessionId = ''] = [
    ...world.peek(({ speech }) => [...speech.sessions.values()].map(({ id }) => id)),
  ];
  const vault = secretVaultOf(world);
  expect([...vault.ofSession(sessionId).keys()].sort()).toEqual([
    'think.0',
    'think.0.functions.sign_in',
  ]);
  client.send({ type: 'UpdateSpeak', speak: [speak] }, { type: 'UpdateThink', think: [bedrock] });
  await client.messages(4);
  expect([...vault.ofSession(sessionId).values()].map(({ headers }) => headers['x-any'])).toEqual([
    'header-of-a-cloud',
  ]);
  const misplaced = { ...openAi, endpoint: endpoint('nobody'), headers: { x: 'header-of-nobody' } };
  client.send({
    type: 'UpdateThink',
    think: { provider: misplaced, credentials: 'key-of-nobody' },
  });
  expect(await client.closed).toBe('1000');
  expect(vault.ofSession(sessionId).size).toBe(0);
  expect(client.seen.map((message) => 'type' in message && message['type'])).toEqual([
    'Welcome',
    'SettingsApplied',
    'SpeakUpdated',
    'ThinkUpdated',
    'Error',
  ]);
  expect(JSON.stringify(client.seen)).not.toMatch(secret);
  await host.reprise.recordings.stop('default');
  await host.close();
  await expectEqual(file);
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name), 'latin1').match(secret)?.[0] ?? name).toBe(name);
  }
});
