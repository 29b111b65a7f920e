// Registered agents: over the control plane, and in fixtures.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretVaultOf } from '../../../adapters/services/speech/agent/secrets.ts';
import { speech } from '../../../core/index.ts';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import { expectEqual } from '../../support/recording/recordings.ts';

const folder = temporaryFolder();

const server = serverForEach({ outboundHosts: ['allowed.example'] });

const id = '6f1c0b5e-0000-4000-8000-00000000000a';
const agents = (method: string, agent?: object | string, of = id, world = 'default') =>
  server().control(method, `/worlds/${world}/speech/agents/${of}`, agent);

const agent = {
  greeting: 'Hello.',
  think: {
    provider: {
      type: 'aws_bedrock',
      model: 'any-model-of-the-provider',
      credentials: { type: 'iam', region: 'eu', secret_access_key: 'secret-key-of-aws' },
    },
    endpoint: {
      url: 'http://user:password-of-the-url@allowed.example/v1?key=value-of-the-query',
      headers: { 'X-Any': 'value-of-a-header' },
    },
    functions: [
      {
        name: 'pay',
        parameters: { type: 'object', properties: { password: { type: 'string' } } },
        endpoint: { url: 'https://pay.example/', headers: { 'X-Pay': 'header-of-a-function' } },
      },
    ],
  },
  speak: { provider: { type: 'deepgram', model: 'aura-2-thalia-en' } },
};

const shown = {
  ...agent,
  think: {
    provider: {
      ...agent.think.provider,
      credentials: { type: 'iam', region: 'eu', secret_access_key: '***' },
    },
    endpoint: {
      url: 'http://user:***@allowed.example/v1?key=***',
      headers: { 'X-Any': '***' },
    },
    functions: [
      {
        ...agent.think.functions[0],
        endpoint: { url: 'https://pay.example/', headers: { 'X-Pay': '***' } },
      },
    ],
  },
};

const secrets = ['secret-key-of', 'password-of', 'value-of', 'header-of'];
const expectNoSecrets = (text: string) => {
  for (const secret of secrets) expect(text).not.toContain(secret);
};

const world = (name = 'default') => {
  const found = server().reprise.engine.world(name);
  if (found === undefined) throw new Error('There is no world.');
  return found;
};

describe('an agent', () => {
  it('is registered, shown without secrets, replaced and removed', async () => {
    expectControlError(await agents('GET'), 404, 'agent-unknown');
    expect(await agents('PUT', agent)).toMatchObject({ status: 200, body: { id, agent: shown } });
    expect(await agents('GET')).toMatchObject({ status: 200, body: { id, agent: shown } });
    expect((await agents('PUT', { greeting: 'Hi.' }, id.toUpperCase())).body).toEqual({
      id,
      agent: { greeting: 'Hi.' },
    });
    expect((await agents('GET')).body.agent).toEqual({ greeting: 'Hi.' });
    expect((await agents('DELETE')).status).toBe(204);
    expectControlError(await agents('GET'), 404, 'agent-unknown');
    expectControlError(await agents('DELETE'), 404, 'agent-unknown');
  });

  it('has its secrets in the vault of its world alone', async () => {
    const entries: unknown[] = [];
    world().entries$.subscribe((entry) => entries.push(entry));
    await agents('PUT', agent);
    expect(entries.length).toBeGreaterThan(0);
    expectNoSecrets(JSON.stringify(entries));
    const config = world().peek((states) => speech.registeredAgent(states.speech, id)?.config);
    expect(config?.think[0]?.endpoint?.isAllowed).toBe(true);
    expect(config?.think[0]?.functions[0]?.endpoint?.isAllowed).toBe(false);
    const kept = secretVaultOf(world()).ofAgent(id);
    expect(kept.get('think.0')?.headers).toEqual({ 'x-any': 'value-of-a-header' });
    expect(kept.get('think.0.functions.pay')?.headers).toEqual({ 'x-pay': 'header-of-a-function' });
    await server().control('POST', '/worlds/default/fork', { name: 'forked' });
    expect((await agents('GET', undefined, id, 'forked')).body.agent).toEqual(shown);
    expect(secretVaultOf(world('forked')).ofAgent(id).size).toBe(0);
    await agents('DELETE');
    expect(secretVaultOf(world()).ofAgent(id).size).toBe(0);
  });

  it.each([
    [{ more: 1 }, 'body: must not have "more"'],
    [{ greeting: 1 }, 'body.greeting: must be a text'],
    [
      { think: { provider: { type: 'open_ai', model: 'gpt-9' } } },
      'body.think.provider.model: must be one of gpt-5',
    ],
    [
      {
        think: {
          ...agent.think,
          endpoint: { ...agent.think.endpoint, url: 'http://other.example/?k=value-of' },
        },
      },
      'body.think.endpoint.url: must be an https URL',
    ],
    [
      { think: { ...agent.think, provider: { type: 'other' } } },
      'body.think: provider type must be one of open_ai',
    ],
  ])('is refused: %j', async (wrong, message) => {
    const { status, body } = await agents('PUT', wrong);
    expect(status).toBe(400);
    expect(body.error.message).toContain(message);
    expectNoSecrets(JSON.stringify(body));
    expectControlError(await agents('GET'), 404, 'agent-unknown');
  });

  it.each<[string, object, string]>([
    [
      'headers',
      { url: 'https://a.example/', headers: { 'X-Any': '***' } },
      'think.endpoint.headers',
    ],
    ['user info', { url: 'https://user:***@a.example/', headers: {} }, 'think.endpoint.url'],
    ['a query', { url: 'https://a.example/?key=***', headers: {} }, 'think.endpoint.url'],
  ])(
    'must not have the mark of a secret in %s, as GET shows it',
    async (_what, endpoint, place) => {
      const provider = { type: 'open_ai', model: 'gpt-4o-mini' };
      const { status, body } = await agents('PUT', { think: { provider, endpoint } });
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringContaining(`body.${place}: must have the secret itself, not ***`),
      ]);
    },
  );

  it('has a UUID', async () => {
    expectControlError(await agents('PUT', {}, 'some'), 400, 'invalid-request');
  });

  it('is not replaced without a body', async () => {
    await agents('PUT', { greeting: 'Hi.' });
    const { status, body } = await agents('PUT');
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^body: is missing/)]);
    expect((await agents('GET')).body.agent).toEqual({ greeting: 'Hi.' });
  });

  it('leaves no secret in a recording, which replays', async () => {
    const file = join(folder, 'agents.jsonl');
    await server().reprise.recordings.start(world(), { file });
    await agents('PUT', agent);
    await agents('GET');
    await agents('DELETE');
    await server().reprise.recordings.stop('default');
    expectNoSecrets(readFileSync(file, 'utf8'));
    const {
      replay: { compared },
    } = await expectEqual(file);
    expect(compared.events).toBe(2);
  });
});

describe('a fixture', () => {
  const create = (name: string, speechSection: object, config = {}) =>
    server().control('POST', '/worlds', {
      name,
      fixture: { version: 1, config, speech: speechSection },
    });

  it('has agents without secrets, which remain after a fork and a reset', async () => {
    const local = { ...agent.think.endpoint, url: 'http://user:password-of-the-url@127.0.0.1:1/' };
    const given = { ...agent, think: { ...agent.think, endpoint: local } };
    await create('with-agents', { agents: [{ id: id.toUpperCase(), agent: given }] });
    await server().control('POST', '/worlds/with-agents/fork', { name: 'forked' });
    await agents('DELETE', undefined, id, 'with-agents');
    await server().control('POST', '/worlds/with-agents/reset', {});
    for (const name of ['with-agents', 'forked']) {
      const { body } = await agents('GET', undefined, id, name);
      expect(body.agent.think.endpoint).toEqual({
        url: 'http://user:***@127.0.0.1:1/',
        headers: { 'X-Any': '***' },
      });
      expectNoSecrets(JSON.stringify([body, world(name).record]));
    }
  });

  it('names the invalid member', async () => {
    const wrong = { think: { provider: { type: 'open_ai', model: 'mine' } } };
    const { status, body } = await create('wrong', {
      agents: [
        { id, agent: {} },
        { id: id.replace(/a$/, 'b'), agent: wrong },
      ],
    });
    expect([status, body.error.code]).toEqual([400, 'fixture-refused']);
    expect(body.error.message).toContain(
      'speech.agents.1.agent.think.provider.model: must be one of',
    );
    const config = { speech: { models: ['mine'] } };
    expect((await create('right', { agents: [{ id, agent: wrong }] }, config)).status).toBe(201);
  });
});
