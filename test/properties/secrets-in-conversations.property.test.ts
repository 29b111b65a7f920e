// Secrets in messages to an agent, valid or not, never leave the session: not in the store, the events and state that operators
// see, the messages to the client, or the recording.

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { leakIn, secretArbitrary } from '../support/arbitraries/secrets.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { engineOver } from '../support/engine/engine-session.ts';
import { waitUntil } from '../support/server/requests.ts';
import { token } from '../support/server/server.ts';
import { connectTo } from '../support/speech/client.ts';
import { inProcess } from '../support/speech/hosts.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs });

const folder = temporaryFolder();

const secret = (alphabet: 'word' | 'odd' | 'base64') =>
  secretArbitrary(alphabet, { minLength: 20, maxLength: 70 });
const anySecret = fc.oneof(secret('word'), secret('odd'), secret('base64'));
const secrets = fc.record({
  password: anySecret,
  query: anySecret,
  header: anySecret,
  functionPassword: anySecret,
  functionQuery: anySecret,
  functionHeader: anySecret,
  voiceHeader: anySecret,
  voiceQuery: anySecret,
  accessKey: anySecret,
  secretKey: anySecret,
  sessionToken: anySecret,
});
type Secrets = typeof secrets extends fc.Arbitrary<infer One> ? One : never;

/** Hosts that are never called, because they are not allowed. */
const url = (password: string, query: string) =>
  `https://user:${encodeURIComponent(password)}@endpoint.example/?key=${encodeURIComponent(query)}`;

function thinkSettings(own: Secrets) {
  const credentials = {
    type: 'sts',
    region: 'eu',
    access_key_id: own.accessKey,
    secret_access_key: own.secretKey,
    session_token: own.sessionToken,
  };
  const endpoint = { url: url(own.password, own.query), headers: { Authorization: own.header } };
  const called = {
    url: url(own.functionPassword, own.functionQuery),
    headers: { 'X-Anything': own.functionHeader },
  };
  return [
    {
      provider: { type: 'open_ai', model: 'gpt-4o' },
      endpoint,
      functions: [{ name: 'find', endpoint: called }],
    },
    { provider: { type: 'aws_bedrock', model: 'any-model', credentials }, endpoint },
  ];
}

function speakOf(own: Secrets) {
  return {
    provider: { type: 'open_ai', model: 'tts-1', voice: 'nova' },
    endpoint: {
      url: `https://voice.example/?key=${encodeURIComponent(own.voiceQuery)}`,
      headers: { Authorization: own.voiceHeader },
    },
  };
}

/** The defect of a message, if any. */
const wrong = fc.constantFrom('nothing', 'an unknown member', 'a member of another type', 'a URL');
type Wrong = typeof wrong extends fc.Arbitrary<infer One> ? One : never;

function thinkWith(kind: Wrong, own: Secrets): unknown {
  const [first, ...rest] = thinkSettings(own);
  switch (kind) {
    case 'nothing':
      return [first, ...rest];
    case 'an unknown member':
      return [{ ...first, headers: { Authorization: own.header } }, ...rest];
    case 'a member of another type':
      return [{ ...first, provider: { type: 'open_ai', model: 7 } }, ...rest];
    case 'a URL':
      return [
        {
          ...first,
          endpoint: {
            ...first?.endpoint,
            url: url(own.password, own.query).replace('https', 'ftp'),
          },
        },
        ...rest,
      ];
  }
}

/** Stores a snapshot of the fork, in which the conversation continues. */
async function takeSnapshot(file: string): Promise<void> {
  const store = openSqliteStore({ file });
  const engine = await engineOver(store, 1);
  const fork = await engine.open('fork');
  const [id = ''] =
    fork?.peek(({ speech }) => [...speech.sessions.values()].map((s) => s.id)) ?? [];
  await fork?.send({
    domain: 'speech',
    prepare: () => ({ command: { type: 'KeepAlive', sessionId: id } }),
    respond: () => undefined,
  });
  await waitUntil('there is a snapshot', async () => (await store.snapshots('fork')).length > 0);
  await engine.close();
  await store.close();
}

it('no secret of a conversation is stored, shown, sent or recorded', async () => {
  let count = 0;
  const answers = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(secrets, secrets, wrong, async (first, second, kind) => {
      count += 1;
      const own = mkdtempSync(join(folder, `${count}-`));
      const store = openSqliteStore({ file: join(own, 'store.db') });
      const host = await inProcess({ store });
      const world = host.world();
      await host.reprise.recordings.start(world, { file: join(own, 'agent.jsonl') });
      const client = await connectTo(host, '/v1/agent/converse');
      const agent = { think: thinkSettings(first), speak: speakOf(first) };
      client.send({ type: 'Settings', audio: {}, agent });
      client.send({ type: 'UpdateSpeak', speak: speakOf(second) });
      client.send({ type: 'UpdateThink', think: thinkWith(kind, second) });
      await client.messages(4);
      for (const one of client.seen) answers.add('type' in one ? one['type'] : 'audio');
      const shown: string[] = [JSON.stringify(client.seen)];
      for (const path of [
        '',
        '/state?limit=1000',
        '/sessions',
        '/speech/agents',
        '/speech/script',
      ]) {
        const response = await host.fetch(`/__reprise/worlds/default${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        shown.push(await response.text());
      }
      const { position } = await world.describe();
      for await (const page of world.historyPages({ to: position }))
        shown.push(JSON.stringify(page));
      await host.reprise.engine.fork('default', { name: 'fork' });
      await host.reprise.recordings.stop('default');
      client.socket.close();
      await host.close();
      await takeSnapshot(join(own, 'store.db'));
      for (const name of readdirSync(own)) shown.push(readFileSync(join(own, name), 'utf8'));
      expect(shown.join()).toContain('SettingsApplied');
      for (const each of [...Object.values(first), ...Object.values(second)]) {
        for (const text of shown) expect(leakIn(text, each)).toBeUndefined();
      }
    }),
    runs(10),
  );
  expect(answers).toContain('SettingsApplied');
});
