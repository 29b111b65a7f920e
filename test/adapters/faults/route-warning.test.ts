// Warnings of faults at paths without a route: they are added all the same, and strike the error.

import { describe, expect, it } from 'vitest';
import { routeWarning } from '../../../adapters/faults/route-warning.ts';
import { serverForEach } from '../../support/server/requests.ts';

const routes = [
  'GET /v1/w3s/wallets',
  'GET /v1/w3s/wallets/:id',
  'POST /v1/w3s/developer/transactions/transfer',
];

describe('a fault of requests', () => {
  it.each([
    [undefined],
    ['GET /v1/w3s/wallets'],
    ['HEAD /v1/w3s/wallets/w-1'],
    ['/v1/w3s/wallets/*'],
    ['/v1/**'],
    ['POST /v1/w3s/developer/**'],
  ])('at %s strikes a route, so there is no warning', (route) => {
    expect(routeWarning({ kind: 'cut', ...(route === undefined ? {} : { route }) }, routes)).toBe(
      undefined,
    );
  });

  it.each([
    ['GET /v1/w3s/walets', 'GET /v1/w3s/wallets'],
    ['/v1/w3s/wallets/*/*', 'GET /v1/w3s/wallets/:id'],
    ['GET /v1/w3s/developer/transactions/transfer', routes[2]],
    ['POST /v1/w3s/developer/transactions/transfers', routes[2]],
  ])('at %s is warned of, with %s as the nearest route', (route, nearest) => {
    expect(routeWarning({ kind: 'cut', route }, routes)).toBe(
      `No route is at ${route}: the fault strikes requests that are answered with an error. The nearest is ${nearest}.`,
    );
  });

  it('is warned of without a similar route, too', () => {
    expect(routeWarning({ kind: 'cut', route: '/v1/w3s/x/y/z/q' }, routes)).toMatch(/an error\.$/);
  });
});

it('a fault of sockets or webhooks has no such warning', () => {
  expect(routeWarning({ kind: 'lose-webhook', route: '/hook' }, routes)).toBeUndefined();
});

describe('the answer to a fault', () => {
  const server = serverForEach();

  it('has the warning, and lists leave it out', async () => {
    const route = 'POST /v1/w3s/developer/transactions/transfers';
    const { status, body } = await server().control('POST', '/worlds/default/faults', {
      kind: 'cut',
      route,
    });
    expect(status).toBe(201);
    expect(body.warning).toContain('The nearest is POST /v1/w3s/developer/transactions/transfer.');
    const listed = await server().control('GET', '/worlds/default/faults');
    expect(listed.body.faults).toEqual([expect.not.objectContaining({ warning: body.warning })]);
  });
});
