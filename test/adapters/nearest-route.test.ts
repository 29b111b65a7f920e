import { expect, it } from 'vitest';
import { nearestRoute } from '../../adapters/nearest-route.ts';

const routes = [
  'GET /v1/w3s/wallets',
  'GET /v1/w3s/wallets/:id',
  'POST /v1/w3s/developer/transactions/transfer',
  'GET /ping',
  'WS /v1/listen',
];

it.each([
  ['GET', '/v1/w3s/wallet', 'GET /v1/w3s/wallets'],
  ['GET', '/wallets', 'GET /v1/w3s/wallets'],
  ['GET', '/v1/w3s/wallts/123', 'GET /v1/w3s/wallets/:id'],
  [
    'GET',
    '/v1/w3s/developer/transactions/transfer',
    'POST /v1/w3s/developer/transactions/transfer',
  ],
  [
    'POST',
    '/v1/w3s/developer/transaction/transfer',
    'POST /v1/w3s/developer/transactions/transfer',
  ],
  ['WS', '/v1/listn', 'WS /v1/listen'],
  ['GET', '/nothing/at/all', undefined],
  ['GET', '/', undefined],
  ['GET', `/${'x'.repeat(3_000)}`, undefined],
])('%s %s may mean %s', (method, path, nearest) => {
  expect(nearestRoute(method, path, routes)).toBe(nearest);
});
