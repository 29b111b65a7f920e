// A new service needs only its domain in the list of the core and its module in the list of the adapters. It is tested over
// all hosts, with a fixture and the control plane, recorded and replayed.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Reprise } from '../../../adapters/reprise.ts';
import type { ServiceModule } from '../../../adapters/services/module.ts';
import type * as domainList from '../../../core/domains.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';

const listOfDomains = '../../../core/domains.ts';

/** The package with one more entry in each of the two lists. */
async function load() {
  vi.resetModules();
  vi.doMock(listOfDomains, async (original) => ({
    ...(await original<typeof domainList>()),
    talk: { domain: (await import('../../support/domains/talk-rules.ts')).talkRules },
  }));
  const { services } = await import('../../../adapters/services/index.ts');
  const { talkModule } = await import('../../support/domains/talk-module.ts');
  (services as ServiceModule[]).push(talkModule);
  return {
    ...(await import('../../../adapters/reprise.ts')),
    ...(await import('../../../adapters/hosts/node/attach-sockets.ts')),
    ...(await import('../../../adapters/hosts/node/express.ts')),
    ...(await import('../../../adapters/hosts/node/node.ts')),
    ...(await import('../../../adapters/hosts/in-process/twin.ts')),
    ...(await import('../../../adapters/stores/memory/event-store.ts')),
    ...(await import('../../../adapters/recording/format/reader.ts')),
    ...(await import('../../../adapters/recording/replay/replay.ts')),
    ...(await import('../../../adapters/testing/start-reprise.ts')),
  };
}

const token = 'a-token-for-tests';
const authorization = 'Token a-secret-of-the-talk-service';

let parts: Awaited<ReturnType<typeof load>>;
let reprise: Reprise;
const folder = temporaryFolder();

beforeAll(async () => {
  parts = await load();
});
afterAll(() => {
  vi.doUnmock(listOfDomains); // restores the list for other test files
  vi.resetModules();
});

beforeEach(async () => {
  reprise = await parts.openReprise({
    store: parts.createMemoryStore(),
    token,
    defaults: { clock: { mode: 'frozen', rate: 1 } },
  });
  return () => reprise.close();
});

/** A client of one host: requests and sockets. */
interface Client {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly socket: (path: string) => Pick<WebSocket, 'send' | 'addEventListener'>;
  readonly close: () => void;
}

async function inProcess(): Promise<Client> {
  const twin = parts.createTwin(reprise.app);
  return {
    fetch: (path, init) => twin.fetch(`http://twin.test${path}`, init),
    socket: (path) =>
      new twin.WebSocket(`ws://twin.test${path}`, [], {
        headers: { authorization },
      }) as unknown as WebSocket,
    close: () => undefined,
  };
}

const hosts: readonly (readonly [string, () => Promise<Client>])[] = [
  ['in the process', inProcess],
  ['on a port', () => overPort(parts.createNodeServer(reprise.app), '')],
  [
    'in an Express app',
    () => {
      const site = express();
      site.use('/mounted', parts.expressHandler(reprise.app));
      const server = createServer(site);
      parts.attachSockets(server, reprise.app, '/mounted');
      return overPort(server, '/mounted');
    },
  ],
];

async function overPort(server: Server, mount: string): Promise<Client> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  return {
    fetch: (path, init) => fetch(`http://${place}${path}`, init),
    socket: (path) => new WebSocket(`ws://${place}${path}`, { headers: { authorization } }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function control(client: Client, method: string, path: string, body?: object) {
  const response = await client.fetch(`/__reprise${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('is a public name of the core by its list entry alone', async () => {
  expect(await import('../../../core/index.ts')).toMatchObject({
    talk: { domain: { name: 'talk' } },
  });
});

it.each(hosts)('answers %s by route, channel, fixture and control route', async (_name, host) => {
  const client = await host();
  const made = await control(client, 'POST', '/worlds', {
    name: 'small',
    config: { talkTopic: 'weather' },
    fixture: { version: 1, talk: { talks: [{ id: 'ada', words: ['hello'] }] } },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { config: { talkTopic: 'weather' }, counts: { talks: 1, wallets: 0 } },
  });
  const words = await client.fetch('/w/small/talk/ada/words');
  expect(await words.json()).toEqual({ words: ['hello'] });

  const said = await control(client, 'POST', '/worlds/small/talks/ada/words', { word: 'rain' });
  expect(said).toEqual({ status: 200, body: ['hello', 'rain'] });
  expect(await control(client, 'POST', '/worlds/small/talks/bob/words', { word: 'a' })).toEqual({
    status: 404,
    body: { error: { code: 'talk-unknown', message: 'There is no talk bob.' } },
  });
  expect(await control(client, 'PATCH', '/worlds/small/config', { talkTopic: 1 })).toMatchObject({
    status: 400,
  });

  const heard: unknown[] = [];
  const socket = client.socket('/w/small/talk?id=eve');
  socket.addEventListener('message', ({ data }) => heard.push(data));
  socket.addEventListener('open', () => socket.send('sun'));
  await waitUntil('the word is answered', () => heard.length === 2);
  expect(heard).toEqual(['good day, eve', expect.stringMatching(/^sun \d+$/)]);
  const { body } = await control(client, 'GET', '/openapi.json');
  expect(Object.keys(body['paths'] as object)).toContain('/worlds/{w}/talks/{id}/words');
  client.close();
});

it('an example service is recorded and replays equal', async () => {
  const client = await inProcess();
  const file = join(folder, 'talk.jsonl');
  await control(client, 'POST', '/worlds', {
    name: 'small',
    fixture: { version: 1, talk: { talks: [{ id: 'ada', words: ['hello'] }] } },
  });
  const world = reprise.engine.world('small');
  if (world === undefined) throw new Error('The world was not created.');
  await reprise.recordings.start(world, { file });
  await control(client, 'POST', '/worlds/small/talks/ada/words', { word: 'rain' });
  await client.fetch('/w/small/talk/ada/words');
  const heard: unknown[] = [];
  const socket = client.socket('/w/small/talk?id=eve');
  socket.addEventListener('message', ({ data }) => heard.push(data));
  socket.addEventListener('open', () => socket.send('sun'));
  await waitUntil('the word is answered', () => heard.length === 2);
  const { digest } = await reprise.recordings.stop('small');

  const replay = await parts.replayRecording(file, await parts.readRecording(file));
  expect(replay.divergence).toBeUndefined();
  expect(replay).toMatchObject({ digest, compared: { frames: 2, answers: 3 } });
});

it('has secrets by the names in its module, whose values no recording contains', async () => {
  const client = await inProcess();
  const file = join(folder, 'talk-secrets.jsonl');
  await control(client, 'POST', '/worlds', {
    name: 'small',
    fixture: { version: 1, talk: { talks: [{ id: 'ada', words: [] }] } },
  });
  const world = reprise.engine.world('small');
  if (world === undefined) throw new Error('The world was not created.');
  await reprise.recordings.start(world, { file });
  const [pin, pass] = ['a-pin-of-the-talk-service', 'a-pass-of-the-talk-service'];
  await control(client, 'POST', '/worlds/small/talks/ada/words', { word: 'rain', talkPin: pin });
  const headers = { 'x-talk-pass': pass, 'x-other': 'a-value-of-no-secret' };
  await client.fetch('/w/small/talk/ada/words', { headers });
  await reprise.recordings.stop('small');

  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain(pin);
  expect(text).toMatch(/talkPin\\":\\"~[0-9a-f]{24}\\"/);
  expect(text).not.toContain(pass);
  expect(text).toMatch(/"x-talk-pass":"~[0-9a-f]{25}"/);
  expect(text).toContain('a-value-of-no-secret');
  const replay = await parts.replayRecording(file, await parts.readRecording(file));
  expect(replay.divergence).toBeUndefined();
});

it('has facts by the schemas in its module', async () => {
  const client = await inProcess();
  const file = join(folder, 'talk-facts.jsonl');
  await control(client, 'POST', '/worlds', { name: 'small' });
  const world = reprise.engine.world('small');
  if (world === undefined) throw new Error('The world was not created.');
  await reprise.recordings.start(world, { file });
  const socket = client.socket('/w/small/talk?id=eve');
  await new Promise((resolve) => socket.addEventListener('message', resolve));
  await reprise.recordings.stop('small');

  const recording = await parts.readRecording(file);
  const edited = recording.entries.map((entry) =>
    entry.kind === 'ws.open' ? { ...entry, facts: { caller: 'eve' } } : entry,
  );
  await expect(parts.replayRecording(file, { ...recording, entries: edited })).rejects.toThrow(
    'has an invalid value in facts.caller',
  );
});

it('is part of the test kit and its client: by its key, its requests, events and faults', async () => {
  const kit = await parts.startReprise();
  const world = await kit.createWorld({
    config: { talkTopic: 'weather' },
    fixture: { version: 1, talk: { talks: [{ id: 'ada', words: ['hello'] }] } },
  });
  const { talkKey } = world as { readonly talkKey?: string };
  const headers = { Authorization: `Token ${talkKey}` };
  const words = await world.fetch('/talk/ada/words', { headers });
  expect(await words.json()).toEqual({ words: ['hello'] });

  const service = 'talk' as 'wallet'; // the published types know the services of the package
  expect(await world.requests({ service })).toMatchObject([{ path: '/talk/ada/words' }]);
  expect(await world.operator.requests.list({ service: 'speech' })).toMatchObject({ requests: [] });
  const fault = await world.faults.add({ kind: 'refuse', service, route: '/talk/**' });
  expect((await world.fetch('/talk/ada/words', { headers })).status).toBe(503);
  expect(await world.faults.list()).toMatchObject([{ id: fault.id, service: 'talk' }]);

  const socket = new world.WebSocket('/talk?id=eve', [], { headers });
  await new Promise((resolve) => socket.addEventListener('message', resolve));
  expect(await world.operator.sessions.list()).toEqual([]);
  expect((await world.events()).at(-1)).toMatchObject({ stream: 'talk/eve', type: 'TalkOpened' });
  expect((await world.operator.get()).config).toMatchObject({ talkTopic: 'weather' });
  expect(await world.recording()).not.toContain(talkKey);
  await kit.close();
});

it('lets a request with its key create a world on demand, and no other', async () => {
  const eager = await parts.openReprise({
    store: parts.createMemoryStore(),
    token,
    worldsOnDemand: true,
  });
  const { fetch } = parts.createTwin(eager.app);
  const ask = (key: string) =>
    fetch('http://twin.test/w/fresh/talk/ada/words', { headers: { authorization: key } });
  expect((await ask('Token of-somebody-else')).status).toBe(404);
  expect(eager.engine.world('fresh')).toBeUndefined();
  expect(await (await ask(authorization)).json()).toEqual({ words: null });
  expect(eager.engine.world('fresh')).toBeDefined();
  await eager.close();
});
