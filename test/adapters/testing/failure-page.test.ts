// The page of a failing test: it shows the world, and none of the secrets that its clients, its operator and the world itself used.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { p256 } from '@noble/curves/nist.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { startReprise, type TestReprise, type TestWorld } from '../../../adapters/testing/index.ts';
import { createTestCase } from '../../../adapters/testing/test-case.ts';
import { createContext } from '../../../core/kernel/context.ts';
import { secretOf } from '../../../core/wallet/decide/key.ts';
import { addressOf, privateKeyOf } from '../../../core/wallet/keys/hd-tree.ts';
import { notificationKey } from '../../../core/wallet/keys/notification-key.ts';
import { leakIn } from '../../support/arbitraries/secrets.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import { transferIn } from '../../support/server/in-process.ts';
import { connectTo } from '../../support/speech/client.ts';

const folder = temporaryFolder();
const entitySecret = '5ec2e7'.padEnd(64, 'c0de');
const given = {
  walletKey: 'needle-of-the-wallet-key',
  patchedKey: 'needle-of-the-patched-key',
  speechKey: 'needle-of-the-speech-key',
  password: 'needle of the password',
  thinkerKey: 'needle-of-the-thinker-key',
  thinkerQuery: 'needle-of-the-thinker-query',
};
const calendar = {
  mode: 'wordpress',
  users: [{ id: 2, login: 'ann', password: given.password, role: 'editor' }],
} as const;

let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise({
    fixture: 'wallet/treasury',
    entitySecret,
    config: {
      walletKeys: [`TEST_API_KEY:own:${given.walletKey}`],
      speechKeys: [given.speechKey],
      calendar,
    },
  });
});
afterAll(() => reprise.close());

/** The private keys of the wallets and of webhooks, in hex: they follow from the seed. */
function signingKeys({ seed, wallet }: TestWorld): readonly string[] {
  const atMs = Date.UTC(2026, 0, 1);
  const context = createContext({ seed, epochMs: atMs, ids: 'ordinal' }, nodeHash, atMs);
  const { address } = wallet('operations', 'ETH-SEPOLIA');
  const trees = [0, 1, 2].map((branch) => secretOf(context, { branch }));
  const tree = trees.find((secret) => addressOf(secret, 'evm', 1) === address) ?? '';
  const families = ['evm', 'solana', 'aptos', 'near'] as const;
  const keys = families.map((family) => privateKeyOf(tree, family, 1));
  return [tree, ...[...keys, webhookKey(seed)].map((key) => Buffer.from(key).toString('hex'))];
}

function webhookKey(seed: string): Uint8Array {
  const [first, second] = [0, 1].map((half) =>
    nodeHash(JSON.stringify(['notificationKey', seed, half])),
  );
  const key = p256.utils.randomSecretKey(Buffer.from(`${first}${second}`, 'hex').subarray(0, 48));
  const point = Buffer.from(p256.getPublicKey(key, false));
  const { publicKey } = notificationKey(nodeHash, seed);
  expect(Buffer.from(publicKey, 'base64').subarray(-point.length).equals(point)).toBe(true);
  return key;
}

it('has no secret in it', async () => {
  const result = join(folder, 'failed.jsonl');
  const test = createTestCase(reprise, () => ({ test: '', owner: '', result }));
  const world = await test.reprise.createWorld();
  expect([world.walletKey, world.speechKey]).toEqual([
    `TEST_API_KEY:own:${given.walletKey}`,
    given.speechKey,
  ]);
  const statusOf = async (path: string, authorization: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await world.fetch(path, { headers, ...sent })).status;
  };

  const ciphertext = world.entitySecretCiphertext();
  expect(
    await statusOf('/v1/w3s/developer/walletSets', `Bearer ${world.walletKey}`, {
      idempotencyKey: '6f1a3a1e-6d2f-4c62-9f7a-8f5d1f0a2b3d',
      entitySecretCiphertext: ciphertext,
      name: 'payouts',
    }),
  ).toBe(201);
  await transferIn(world);
  await world.clock.untilIdle();
  const login = `Basic ${btoa(`ann:${given.password}`)}`;
  expect(await statusOf('/wp-json/tribe/events/v1/tags', login, { name: 'jazz' })).toBe(201);

  const grant = { method: 'POST', headers: { authorization: `Token ${given.speechKey}` } };
  const granted = await world.fetch('/v1/auth/grant', grant);
  const { access_token: accessToken } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const host = { url: world.url, WebSocket: world.WebSocket as never };
  const client = await connectTo(host, '/v1/agent/converse', { headers });
  await client.messages(1);
  const endpoint = {
    url: `http://127.0.0.1:1/v1/chat?api_key=${given.thinkerQuery}`,
    headers: { authorization: `Bearer ${given.thinkerKey}` },
  };
  const think = { provider: { type: 'open_ai', model: 'gpt-4o-mini' }, endpoint };
  client.send({ type: 'Settings', audio: {}, agent: { think } });
  await client.messages(2);
  client.socket.close();
  await client.closed;

  const patchedKey = `LIVE_API_KEY:own:${given.patchedKey}`;
  const url = `${reprise.url}/__reprise/worlds/${world.name}/config`;
  const patched = await fetch(url, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${reprise.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ walletKeys: [world.walletKey, patchedKey] }),
  });
  expect(patched.status).toBe(200);
  expect(await statusOf('/v1/w3s/wallets', `Bearer ${patchedKey}`)).toBe(200);

  vi.spyOn(console, 'error').mockReturnValue(); // names the files
  const pages = join(folder, 'pages');
  const [written] = await test.writeRecordings('has failed', pages);
  await test.dispose();
  // The rest is the script of the studio, the same in each page.
  const [page = ''] = readFileSync(written?.page ?? '', 'utf8').split('<script type="module">');
  expect(page).toContain('/v1/agent/converse');
  expect(page).toContain('TransferInitiated');
  const keys = signingKeys(world);
  expect(keys.every((key) => key.length >= 64)).toBe(true);
  const secrets = [
    ...Object.values(given),
    entitySecret,
    ciphertext,
    accessToken,
    reprise.token,
    ...keys,
  ];
  for (const secret of secrets) {
    for (const spelled of [secret, btoa(secret), Buffer.from(secret, 'hex').toString('base64')]) {
      expect(leakIn(page, spelled)).toBeUndefined();
    }
  }
});
