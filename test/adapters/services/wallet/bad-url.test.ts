import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import {
  expectError,
  expectErrorForm,
  createFundedWallets,
  positionOf,
  startTransfer,
} from '../../../support/server/requests.ts';
import { runs } from '../../../support/runner/runs.ts';

let server: TestServer;
let walletId: string;

beforeAll(async () => {
  server = await startServer();
  const { from } = await createFundedWallets(server);
  walletId = from.id;
  await startTransfer(server, { walletId });
});
afterAll(() => server.close());

describe('ids in the path', () => {
  it('are refused and change nothing', async () => {
    const before = await positionOf(server);
    // A path without an id belongs to another route.
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    const segment = text.map(encodeURIComponent);
    await fc.assert(
      fc.asyncProperty(segment, async (id) => {
        for (const [method, path] of [
          ['PUT', `/v1/w3s/wallets/${id}`],
          ['PUT', `/v1/w3s/developer/walletSets/${id}`],
          ['POST', `/v1/w3s/developer/transactions/${id}/cancel`],
          ['GET', `/v1/w3s/wallets/${id}/balances`],
          ['GET', `/v1/w3s/tokens/${id}`],
        ] as const) {
          const { status, body } = await server.request(
            method,
            path,
            method === 'GET' ? undefined : {},
          );
          expectErrorForm({ status, body });
          expect([156009, 404]).toContain(body.code);
        }
      }),
      runs(60),
    );
    expect(await positionOf(server)).toBe(before);
  });
});

describe('queries', () => {
  it.each(['wallets?refId', 'wallets?address', 'transactions?txHash', 'transactions?operation'])(
    'refuse a text that is too long: %s',
    async (place) => {
      const answer = await server.request('GET', `/v1/w3s/${place}=${'x'.repeat(1_001)}`);
      expectError(answer, 400, 2);
    },
  );

  const names = [
    'from',
    'to',
    'pageSize',
    'pageAfter',
    'pageBefore',
    'order',
    'blockchain',
    'address',
    'walletIds',
    'walletSetId',
    'walletId',
    'state',
    'txType',
    'txHash',
    'includeAll',
    'tokenAddress',
    'refId',
    '__proto__',
  ];

  it('are answered or refused, never with a server error', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '1',
        '50',
        'ASC',
        'ETH-SEPOLIA',
        '2026-01-01',
        'true',
        'SENT',
        'x'.repeat(800),
      ),
      fc.uuid(),
    );
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const search = new URLSearchParams(pairs);
        for (const path of [
          '/v1/w3s/walletSets',
          '/v1/w3s/wallets',
          `/v1/w3s/wallets/${walletId}/balances`,
          '/v1/w3s/transactions',
          '/v1/w3s/transactions/lowestNonceTransaction',
        ]) {
          const answer = await server.request('GET', `${path}?${search}`);
          if (answer.status > 204) expectErrorForm(answer);
        }
      }),
      runs(100),
    );
  });
});
