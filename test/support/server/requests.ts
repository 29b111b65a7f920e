// Helpers for tests of adapters: a fresh server for each test, common requests, links, waiting.

import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect } from 'vitest';
import type { RepriseOptions } from '../../../adapters/reprise.ts';
import { ciphertext, liveKey, startServer, type TestServer } from './server.ts';

export type Answer = Awaited<ReturnType<TestServer['request']>>;
/** A server to send requests to: a test server, or one that was started another way. */
export type TargetServer = Pick<TestServer, 'url' | 'request' | 'control'>;
export type Fields = Readonly<Record<string, unknown>>;

export const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Seconds precision and `Z`. */
export const wireInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** The UUID of no record. */
export const unknownId = '00000000-0000-4000-8000-000000000000';
export const sepoliaUsdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';
export const sepoliaUsdcAddress = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238';
/** The address of no wallet. */
export const externalAddress = '0x00000000000000000000000000000000000000aa';
export const liveHeaders = { Authorization: `Bearer ${liveKey}` };

/** Starts a new server for each test of the file. */
export function serverForEach(options: Partial<RepriseOptions> = {}): () => TestServer {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(options);
  });
  afterEach(() => server.close());
  return () => server;
}

/** The fields that every creating request needs, with fresh values. */
export async function idempotentFields(server: TargetServer) {
  return {
    idempotencyKey: randomUUID(),
    entitySecretCiphertext: await ciphertext(server as TestServer),
  };
}

/** Creates a wallet set and returns its record. */
export async function createWalletSet(server: TargetServer, fields: Fields = {}, prefix = '') {
  const body = { ...(await idempotentFields(server)), ...fields };
  const answer = await server.request('POST', `${prefix}/v1/w3s/developer/walletSets`, body);
  expect(answer.status).toBe(201);
  return answer.body.data.walletSet;
}

/** Creates wallets, by default in a new set and on ETH-SEPOLIA, and returns their records. */
export async function createWallets(
  server: TargetServer,
  fields: Fields = {},
  headers: Record<string, string> = {},
) {
  const body = {
    ...(await idempotentFields(server)),
    walletSetId: fields['walletSetId'] ?? (await createWalletSet(server)).id,
    blockchains: ['ETH-SEPOLIA'],
    ...fields,
  };
  const answer = await server.request('POST', '/v1/w3s/developer/wallets', body, headers);
  expect(answer.status).toBe(201);
  return answer.body.data.wallets;
}

export async function fund(server: TargetServer, walletId: string, amounts: Fields) {
  const path = `/worlds/default/wallet/wallets/${walletId}/fund`;
  expect((await server.control('POST', path, amounts)).status).toBe(200);
}

/** Two wallets of one set on a chain; the first has a native 5 and 100 USDC. */
export async function createFundedWallets(server: TargetServer, blockchain = 'ETH-SEPOLIA') {
  const [from, to] = await createWallets(server, { blockchains: [blockchain], count: 2 });
  await fund(server, from.id, { native: '5', usdc: '100' });
  return { from, to };
}

/** A transfer of 1.25 USDC on ETH-SEPOLIA at MEDIUM, as fields of a request. */
export async function transferBody(server: TargetServer, fields: Fields) {
  return {
    ...(await idempotentFields(server)),
    destinationAddress: externalAddress,
    amounts: ['1.25'],
    tokenId: sepoliaUsdc,
    feeLevel: 'MEDIUM',
    ...fields,
  };
}

export function postTransfer(
  server: TargetServer,
  body: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return server.request('POST', '/v1/w3s/developer/transactions/transfer', body, headers);
}

/** Starts a transfer and returns its id. */
export async function startTransfer(server: TargetServer, fields: Fields): Promise<string> {
  const answer = await postTransfer(server, await transferBody(server, fields));
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

export async function transactionOf(server: TargetServer, id: string) {
  const answer = await server.request('GET', `/v1/w3s/transactions/${id}`);
  expect(answer.status).toBe(200);
  return answer.body.data.transaction;
}

export async function advance(server: TargetServer, by: string | number): Promise<void> {
  expect((await server.control('POST', '/worlds/default/clock/advance', { by })).status).toBe(200);
}

export async function settle(server: TargetServer): Promise<void> {
  const body = { untilIdle: true };
  expect((await server.control('POST', '/worlds/default/clock/advance', body)).status).toBe(200);
}

export async function steer(server: TargetServer, id: string, action: string) {
  return server.control('POST', `/worlds/default/wallet/transactions/${id}/${action}`);
}

/** The position of a world's last event. */
export async function positionOf(server: TargetServer, world = 'default'): Promise<number> {
  return (await server.control('GET', `/worlds/${world}`)).body.position;
}

/** Checks an error of the service: status, code, a message, and no undocumented members. */
export function expectError(answer: Pick<Answer, 'status' | 'body'>, status: number, code: number) {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
  expectErrorForm(answer);
}

export function expectErrorForm({ status, body }: Pick<Answer, 'status' | 'body'>): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body.code).toSatisfy(Number.isInteger);
  expect(body.message).toMatch(/\S/);
  expect(['code', 'message', 'errors']).toEqual(expect.arrayContaining(Object.keys(body)));
}

/** Checks an error of the control plane. */
export function expectControlError(
  { status, body }: Pick<Answer, 'status' | 'body'>,
  wanted: number,
  code?: string,
): void {
  expect(status).toBe(wanted);
  expect(Object.keys(body)).toEqual(['error']);
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message']);
  expect(body.error.message).toMatch(/\S/);
  expect(body.error.code).toMatch(/^[a-z][a-z-]*$/);
  if (code !== undefined) expect(body.error.code).toBe(code);
}

/** The links of a Link header by relation, in order. */
export function linksOf(header: string | null): Record<string, string> {
  const entries = (header ?? '').split(', ').map((entry) => {
    const match = /^<([^>]+)>; rel="([^"]+)"$/.exec(entry);
    expect(match, `a link: ${entry}`).not.toBeNull();
    return [match?.[2] ?? '', match?.[1] ?? ''] as const;
  });
  expect(new Set(entries.map(([relation]) => relation)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

/** The longest wait of `until`: below the time limit of a test, so that the failure names the missing condition. */
const untilMs = 15_000;

/** Polls until the condition holds. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = untilMs,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request with full control over its headers and the chunks of its body. */
export function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; chunks?: readonly Buffer[] } = {},
): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, chunks = [] } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        request.destroy();
      });
    });
    request.on('error', reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}
