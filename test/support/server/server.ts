// A whole Reprise on a free port of the loopback, for tests over HTTP.

import { constants, publicEncrypt } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { createNodeServer } from '../../../adapters/hosts/node/node.ts';
import { openReprise, type Reprise, type RepriseOptions } from '../../../adapters/reprise.ts';
import type { World } from '../../../core/index.ts';
import { shareVoice } from '../speech/shared-voice.ts';

export const testKey = 'TEST_API_KEY:reprise:demo';
export const liveKey = 'LIVE_API_KEY:reprise:demo';
export const token = 'a-token-for-tests';
export const entitySecret = 'ab'.repeat(32);

/** A parsed answer. Tests read and compare any of its members. */
// oxlint-disable-next-line typescript/no-explicit-any
export type JsonBody = any;

export interface TestServer {
  readonly url: string;
  readonly reprise: Reprise;
  /** Sends a request to the control plane; resolves with the status and the parsed answer. */
  readonly control: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: JsonBody }>;
  /** Sends a request to a service with the test key; headers may override it. */
  readonly request: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: JsonBody; headers: Headers }>;
  /** The real client. */
  readonly client: (
    baseUrl?: string,
    apiKey?: string,
  ) => ReturnType<typeof initiateDeveloperControlledWalletsClient>;
  /** Closes it once. */
  readonly close: () => Promise<void>;
}

/** A world by name. Default: `default`. */
export function worldOf({ engine }: Pick<Reprise, 'engine'>, name = 'default'): World {
  const world = engine.world(name);
  if (world === undefined) throw new Error(`There is no world ${name}.`);
  return world;
}

export async function startServer(options: Partial<RepriseOptions> = {}): Promise<TestServer> {
  shareVoice();
  const reprise = await openReprise({
    store: createMemoryStore(),
    token,
    version: '0.0.0-test',
    ...options,
    defaults: { clock: { mode: 'frozen', rate: 1 }, ...options.defaults },
  });
  const server = createNodeServer(reprise.app, { allowHosts: options.allowHosts ?? [] });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function request(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ) {
    const text =
      typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: answer === '' ? undefined : JSON.parse(answer),
    };
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await reprise.close();
  }

  return {
    url,
    reprise,
    control: (method, path, body) =>
      request(method, `/__reprise${path}`, body, { Authorization: `Bearer ${token}` }),
    request: (method, path, body, headers = {}) =>
      request(method, path, body, { Authorization: `Bearer ${testKey}`, ...headers }),
    client: (baseUrl = url, apiKey = testKey) => realClient(baseUrl, apiKey),
    close: () => (closing ??= close()),
  };
}

/** The real client of the service. */
export function realClient(
  baseUrl: string,
  apiKey: string,
): ReturnType<typeof initiateDeveloperControlledWalletsClient> {
  return initiateDeveloperControlledWalletsClient({ apiKey, entitySecret, baseUrl });
}

const publicKeys = new WeakMap<TestServer, string>();

/** The public key of the entity, requested once for each server. */
async function publicKeyOf(server: TestServer): Promise<string> {
  const known = publicKeys.get(server);
  if (known !== undefined) return known;
  const { body } = await server.request('GET', '/v1/w3s/config/entity/publicKey');
  publicKeys.set(server, body.data.publicKey);
  return body.data.publicKey;
}

/** Encrypts the entity secret as the real client does, once per call. */
export async function ciphertext(server: TestServer, secret = entitySecret): Promise<string> {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const key = { key: await publicKeyOf(server), padding, oaepHash: 'sha256' };
  return publicEncrypt(key, Buffer.from(secret, 'hex')).toString('base64');
}
