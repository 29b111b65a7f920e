// Methods for the entity, its tokens, its webhooks, and the faucet.

import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'vitest';
import { advance, settle } from '../../support/server/requests.ts';
import { receiveWebhooks } from '../../support/server/webhook-receiver.ts';
import {
  anId,
  anInstant,
  balancesOf,
  dated,
  expectRefused,
  createFundedWallet,
  createWallets,
  must,
  transferFrom,
  usdcToken,
  type Scenarios,
  type Scene,
} from './scene.ts';

const endpoint = 'https://hooks.example/wallet';
const baseUsdc = 'bdf128b4-827b-5267-8f9e-243694989b5f';

const subscription = {
  id: anId,
  name: expect.stringMatching(/./),
  endpoint,
  enabled: true,
  restricted: false,
  notificationTypes: ['*'],
  ...dated,
};

async function subscribe({ client }: Scene, where = endpoint) {
  return must((await client.createSubscription({ endpoint: where })).data);
}

async function monitoredIds({ client }: Scene) {
  const { status, data } = await client.listMonitoredTokens();
  expect(status).toBe(200);
  return must(data?.tokens).map(({ id }) => id);
}

export const entity: Scenarios<
  | 'getPublicKey'
  | 'generateEntitySecretCiphertext'
  | 'getToken'
  | 'requestTestnetTokens'
  | 'createMonitoredTokens'
  | 'updateMonitoredTokens'
  | 'listMonitoredTokens'
  | 'deleteMonitoredTokens'
  | 'updateMonitoredTokensScope'
  | 'createSubscription'
  | 'getSubscription'
  | 'listSubscriptions'
  | 'updateSubscription'
  | 'deleteSubscription'
  | 'getNotificationSignature'
> = {
  async getPublicKey({ client }) {
    const { status, data } = await client.getPublicKey();
    expect(status).toBe(200);
    expect(createPublicKey(must(data?.publicKey)).asymmetricKeyType).toBe('rsa');
  },

  async generateEntitySecretCiphertext({ client, server }) {
    const made = [
      await client.generateEntitySecretCiphertext(),
      await client.generateEntitySecretCiphertext(),
    ];
    expect(made[0]).not.toBe(made[1]);
    for (const entitySecretCiphertext of made) {
      const idempotencyKey = crypto.randomUUID();
      const body = { idempotencyKey, entitySecretCiphertext };
      expect((await server.request('POST', '/v1/w3s/developer/walletSets', body)).status).toBe(201);
    }
  },

  async getToken({ client }) {
    const { status, data } = await client.getToken({ id: usdcToken.id });
    expect(status).toBe(200);
    expect(data).toEqual({ token: usdcToken });
    const unknown = client.getToken({ id: crypto.randomUUID() });
    await expectRefused(unknown, 404, 156002);
  },

  async requestTestnetTokens(scene) {
    const { client } = scene;
    const blockchain = 'ETH-SEPOLIA';
    const wallet = must((await createWallets(scene))[0]);
    const wish = { address: wallet.address, blockchain, native: true, usdc: true } as const;
    expect((await client.requestTestnetTokens(wish)).status).toBe(204);
    await settle(scene.server);
    expect(await balancesOf(scene, wallet.id)).toEqual({ 'ETH-SEPOLIA': '1', USDC: '10' });
  },

  async createMonitoredTokens(scene) {
    const wallet = await createFundedWallet(scene);
    const made = await scene.client.createMonitoredTokens({ tokenIds: [baseUsdc] });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ scope: 'SELECTED', tokens: [{ id: baseUsdc }] });
    const again = await scene.client.createMonitoredTokens({ tokenIds: [baseUsdc] });
    expect([again.status, again.data]).toEqual([200, made.data]);
    expect(await balancesOf(scene, wallet.id)).not.toHaveProperty('USDC');
  },

  async updateMonitoredTokens(scene) {
    await scene.client.createMonitoredTokens({ tokenIds: [baseUsdc] });
    const changed = await scene.client.updateMonitoredTokens({ tokenIds: [usdcToken.id] });
    expect(changed.status).toBe(200);
    expect(changed.data).toEqual({ scope: 'SELECTED', tokens: [usdcToken] });
    expect(await monitoredIds(scene)).toEqual([usdcToken.id]);
  },

  async listMonitoredTokens(scene) {
    const { client } = scene;
    const before = await client.listMonitoredTokens();
    expect([before.status, before.data]).toEqual([204, undefined]);
    await client.createMonitoredTokens({ tokenIds: [usdcToken.id, baseUsdc] });
    expect(new Set(await monitoredIds(scene))).toEqual(new Set([usdcToken.id, baseUsdc]));
    const { data, headers } = await client.listMonitoredTokens({ blockchain: 'ETH-SEPOLIA' });
    expect(data?.tokens).toEqual([usdcToken]);
    expect(headers?.['link']).toContain('rel="self"');
  },

  async deleteMonitoredTokens(scene) {
    await scene.client.createMonitoredTokens({ tokenIds: [usdcToken.id, baseUsdc] });
    const { status } = await scene.client.deleteMonitoredTokens({ tokenIds: [usdcToken.id] });
    expect(status).toBe(200);
    expect(await monitoredIds(scene)).toEqual([baseUsdc]);
  },

  async updateMonitoredTokensScope(scene) {
    const wallet = await createFundedWallet(scene);
    await scene.client.createMonitoredTokens({ tokenIds: [baseUsdc] });
    const scope = 'MONITOR_ALL';
    expect((await scene.client.updateMonitoredTokensScope({ scope })).status).toBe(200);
    expect((await scene.client.listMonitoredTokens()).data?.scope).toBe(scope);
    expect(await balancesOf(scene, wallet.id)).toHaveProperty('USDC', '100');
  },

  async createSubscription(scene) {
    const receiver = await receiveWebhooks();
    try {
      const { id } = await subscribe(scene, receiver.url);
      const transactionId = await transferFrom(scene, (await createFundedWallet(scene)).id);
      await settle(scene.server);
      const bodies = receiver.received.map(({ body }) => body);
      expect(bodies[0]).toEqual({
        subscriptionId: id,
        notificationId: anId,
        notificationType: 'webhooks.test',
        notification: { hello: 'world' },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
        version: 2,
      });
      const told = bodies.filter(({ notification }) => notification.id === transactionId);
      const states = told.map(({ notification }) => notification.state);
      expect(states).toEqual(['QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE']);
    } finally {
      await receiver.close();
    }
  },

  async getSubscription(scene) {
    const made = await subscribe(scene);
    expect(made).toEqual(subscription);
    const { status, data } = await scene.client.getSubscription(must(made.id));
    expect([status, data]).toEqual([200, made]);
  },

  async listSubscriptions(scene) {
    expect((await scene.client.listSubscriptions()).data).toEqual([]);
    const made = [await subscribe(scene), await subscribe(scene)];
    const { status, data } = await scene.client.listSubscriptions();
    expect(status).toBe(200);
    expect(data).toHaveLength(2);
    expect(data).toEqual(expect.arrayContaining(made));
  },

  async updateSubscription(scene) {
    const made = await subscribe(scene);
    await advance(scene.server, '1m');
    const change = { id: must(made.id), name: 'mine', enabled: false };
    const { status, data } = await scene.client.updateSubscription(change);
    expect(status).toBe(200);
    expect(data).toEqual({ ...made, ...change, updateDate: anInstant });
    expect(data?.updateDate).not.toBe(made.updateDate);
  },

  async deleteSubscription(scene) {
    const id = must((await subscribe(scene)).id);
    expect((await scene.client.deleteSubscription(id)).status).toBe(204);
    const gone = scene.client.getSubscription(id);
    await expectRefused(gone, 404, 404);
  },

  async getNotificationSignature(scene) {
    const receiver = await receiveWebhooks();
    try {
      await subscribe(scene, receiver.url);
      await settle(scene.server);
      const { headers, text } = must(receiver.received[0]);
      const keyId = String(headers['x-circle-key-id']);
      const { status, data } = await scene.client.getNotificationSignature(keyId);
      expect(status).toBe(200);
      expect(data).toMatchObject({ id: keyId, algorithm: 'ECDSA_SHA_256', createDate: anInstant });
      const der = Buffer.from(must(data?.publicKey), 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const signature = Buffer.from(String(headers['x-circle-signature']), 'base64');
      expect(verify('sha256', Buffer.from(text), key, signature)).toBe(true);
      expect(verify('sha256', Buffer.from(`${text} `), key, signature)).toBe(false);
    } finally {
      await receiver.close();
    }
  },
};
