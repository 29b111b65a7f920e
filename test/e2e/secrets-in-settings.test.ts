// API keys and application passwords from every source, and other secrets in the same requests: the test searches for them in
// everything that a server stores, writes and shows. With real processes.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnServe, type ServeChild } from '../support/server/serve-child.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/server/webhook-receiver.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const folder = temporaryFolder();
const dataFolder = join(folder, 'kept');
const file = join(dataFolder, 'a.db');
const entitySecret = '5ec2e7'.padEnd(64, 'c0de');
const children: ServeChild[] = [];
let receiver: WebhookReceiver;

/** Secrets in settings, by their source. */
const keyOf = {
  flag: 'needle-key-flag',
  patch: 'needle-key-patch',
  post: 'k3y',
  fixture: 'needle-key-fixture',
};
const speechKeyOf = { flag: 'needle-speech-flag', patch: 'needle-speech-patch' };
const passwordOf = { fixture: 'need lepw fixt', patch: 'need lepw patc hhhh', post: 'p4w' };
const endpointSecrets = ['needle-hook-password', 'needle-hook-query'];

function serve(...flags: string[]): ServeChild {
  const child = spawnServe(['--clock', 'frozen', '--data', file, ...flags], { cwd: folder });
  children.push(child);
  return child;
}

async function stopped(child: ServeChild): Promise<void> {
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
}

async function sendRequest(url: string, authorization: string, method = 'GET', body?: unknown) {
  const answer = await fetch(url, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const usersWith = (login: string, password: string) => ({
  mode: 'wordpress',
  users: [{ id: 2, login, password, role: 'editor' }],
});
const basic = (login: string, password: string) => `Basic ${btoa(`${login}:${password}`)}`;

/** Stored and written files, and shown texts, by name. */
const stored = new Map<string, Buffer>();
const shown = new Map<string, string>();
const statuses: Record<string, number> = {};
const ciphertexts: string[] = [];
const accessTokens: string[] = [];
let token: string;

beforeAll(async () => {
  mkdirSync(dataFolder);
  receiver = await receiveWebhooks();
  const fixture = {
    version: 1,
    config: {
      walletKeys: [`TEST_API_KEY:of:${keyOf.fixture}`],
      calendar: usersWith('ann', passwordOf.fixture),
    },
  };
  writeFileSync(join(folder, 'fixture.json'), JSON.stringify(fixture));

  const flagKey = `TEST_API_KEY:own:${keyOf.flag}`;
  const recording = join(dataFolder, 'recording.jsonl');
  const keys = ['--wallet-key', flagKey, '--speech-key', speechKeyOf.flag];
  const first = serve('--fixture', 'fixture.json', ...keys, '--record', recording);
  const ready = await first.ready;
  token = ready.token;
  const operator = `Bearer ${token}`;
  const control = (path: string, method?: string, body?: unknown) =>
    sendRequest(`${ready.url}/__reprise${path}`, operator, method, body);

  const client = initiateDeveloperControlledWalletsClient({
    apiKey: flagKey,
    entitySecret,
    baseUrl: ready.url,
  });
  await client.createWalletSet({ name: 'in the store' });
  const entitySecretCiphertext = await client.generateEntitySecretCiphertext();
  ciphertexts.push(entitySecretCiphertext);
  await sendRequest(`${ready.url}/v1/w3s/developer/walletSets`, `Bearer ${flagKey}`, 'POST', {
    idempotencyKey: crypto.randomUUID(),
    entitySecretCiphertext,
    name: 'by hand',
  });
  const [password, query] = endpointSecrets;
  const endpoint = `${receiver.url.replace('://', `://me:${password}@`)}?token=${query}`;
  await client.createSubscription({ endpoint, name: 'hook' } as never);
  statuses['fixture'] = (
    await sendRequest(
      `${ready.url}/wp-json/tribe/events/v1/tags`,
      basic('ann', passwordOf.fixture),
      'POST',
      { name: 'jazz' },
    )
  ).status;

  const granted = await sendRequest(
    `${ready.url}/v1/auth/grant`,
    `Token ${speechKeyOf.flag}`,
    'POST',
  );
  statuses['speech key'] = granted.status;
  accessTokens.push((JSON.parse(granted.text) as { access_token: string }).access_token);

  const change = {
    speechKeys: [speechKeyOf.patch],
    walletKeys: [flagKey, `LIVE_API_KEY:own:${keyOf.patch}`],
    calendar: usersWith('bob', passwordOf.patch),
  };
  shown.set('PATCH config', (await control('/worlds/default/config', 'PATCH', change)).text);
  const config = {
    walletKeys: [`TEST_API_KEY:own:${keyOf.post}`],
    calendar: usersWith('cat', passwordOf.post),
  };
  shown.set('POST worlds', (await control('/worlds', 'POST', { name: 'other', config })).text);
  statuses['patched key'] = (
    await sendRequest(`${ready.url}/v1/w3s/wallets`, `Bearer LIVE_API_KEY:own:${keyOf.patch}`)
  ).status;
  statuses['patched speech key'] = (
    await sendRequest(`${ready.url}/v1/auth/grant`, `Token ${speechKeyOf.patch}`, 'POST')
  ).status;
  statuses['patched password'] = (
    await sendRequest(
      `${ready.url}/wp-json/tribe/events/v1/tags`,
      basic('bob', passwordOf.patch),
      'POST',
      { name: 'rock' },
    )
  ).status;
  statuses['posted key'] = (
    await sendRequest(
      `${ready.url}/w/other/v1/w3s/wallets`,
      `Bearer TEST_API_KEY:own:${keyOf.post}`,
    )
  ).status;
  const { walletKeys } = (
    JSON.parse(shown.get('PATCH config') ?? '') as { config: { walletKeys: string[] } }
  ).config;
  statuses['fingerprint'] = (
    await sendRequest(`${ready.url}/v1/w3s/wallets`, `Bearer ${walletKeys[0]}`)
  ).status;

  for (const name of readdirSync(dataFolder))
    stored.set(name, readFileSync(join(dataFolder, name)));
  await stopped(first);
  stored.set('stdout', Buffer.from(first.lines().slice(1).join('\n')));
  stored.set('stderr', Buffer.from(first.complaint()));

  const second = serve();
  const resumed = await second.ready;
  statuses['resumed key'] = (
    await sendRequest(`${resumed.url}/v1/w3s/wallets`, `Bearer ${flagKey}`)
  ).status;
  for (const path of [
    '',
    '/default',
    '/other',
    '/default/state',
    '/other/state',
    '/default/events',
    '/other/events',
  ]) {
    const { text } = await sendRequest(
      `${resumed.url}/__reprise/worlds${path}`,
      `Bearer ${resumed.token}`,
    );
    shown.set(`GET worlds${path}`, text);
  }
  await stopped(second);
  for (const name of readdirSync(dataFolder)) {
    stored.set(`${name} at the end`, readFileSync(join(dataFolder, name)));
  }
  stored.set('all of stdout of the second start', Buffer.from(second.lines().join('\n')));
  stored.set('stderr of the second start', Buffer.from(second.complaint()));
}, 120_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
});

/** The secrets in all spellings that may occur. */
function needles(): readonly (readonly [string, Buffer])[] {
  const passwords = Object.values(passwordOf).flatMap((one) => [one, one.replaceAll(' ', '')]);
  const short = [`own:${keyOf.post}`, `"${passwordOf.post}"`];
  const keys = [...Object.values(keyOf), ...Object.values(speechKeyOf)];
  const long = [...keys, ...passwords].filter((text) => text.length > 3);
  const texts = [...long, ...short, token, entitySecret, ...ciphertexts, ...accessTokens];
  return [
    ...texts.map((text) => [text, Buffer.from(text)] as const),
    ...long.map(
      (text) => [`${text} as base64`, Buffer.from(btoa(text).replace(/.?.?=*$/, ''))] as const,
    ),
    ['the bytes of the entity secret', Buffer.from(entitySecret, 'hex')],
  ];
}

describe('secrets of settings', () => {
  it('grant access, and their fingerprints do not', () => {
    expect(statuses).toEqual({
      fixture: 201,
      'patched key': 200,
      'speech key': 200,
      'patched speech key': 200,
      'patched password': 201,
      'posted key': 200,
      fingerprint: 401,
      'resumed key': 200,
    });
  });

  it('are in no stored or written byte', () => {
    expect([...stored.keys()]).toEqual(
      expect.arrayContaining(['a.db', 'a.db-wal', 'recording.jsonl']),
    );
    for (const [place, bytes] of stored) {
      for (const [name, needle] of needles()) {
        expect(bytes.includes(needle) ? `${name} in ${place}` : '').toBe('');
      }
    }
    expect(stored.get('recording.jsonl at the end')?.includes('fingerprints')).toBe(true);
    for (const secret of endpointSecrets) {
      expect(stored.get('recording.jsonl at the end')?.includes(secret)).toBe(false);
    }
  });

  it('are in no response of the control plane, but fingerprints are', () => {
    for (const [place, text] of shown) {
      for (const [name, needle] of needles()) {
        expect(Buffer.from(text).includes(needle) ? `${name} in ${place}` : '').toBe('');
      }
    }
    expect(shown.get('GET worlds/default')).toMatch(/TEST_API_KEY:own:sha256\.[0-9a-f]{64}/);
    expect(shown.get('GET worlds/default')).toMatch(/"password":"sha256\.[0-9a-f]{64}"/);
    expect(shown.get('GET worlds/default')).toMatch(/"speechKeys":\["sha256\.[0-9a-f]{64}"\]/);
    for (const secret of endpointSecrets) {
      expect(shown.get('GET worlds/default/state')).not.toContain(secret);
    }
    expect(shown.get('GET worlds/default/state')).toContain('in the store');
    expect(shown.get('GET worlds/default/state')).toContain('?token=***');
  });
});
