// The journal over the whole server: its entries equal the log and a recording of the same run.

import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { RequestView } from '../../../adapters/contracts/request-control.ts';
import { journaledBodyBytesMax, journaledRequestsMax } from '../../../adapters/protocol/limits.ts';
import { createFundedWallets, startTransfer } from '../../support/server/requests.ts';
import { testKey, token } from '../../support/server/server.ts';
import { serverTest } from '../../support/runner/server-test.ts';

const it = serverTest()
  .extend('listed', ({ server }) => async (query = ''): Promise<readonly RequestView[]> => {
    const { status, body } = await server.control('GET', `/worlds/default/requests${query}`);
    expect(status).toBe(200);
    return body.requests;
  })
  .extend(
    'get',
    ({ server }) =>
      (path: string) =>
        fetch(server.url + path, { headers: { Authorization: `Bearer ${testKey}` } }),
  );

it('lists the requests, statuses and events of a recording of the same run', async ({
  server,
  listed,
  get,
}) => {
  await server.control('DELETE', '/worlds/default/requests');
  await server.control('POST', '/worlds/default/recording/start', {});
  const { from } = await createFundedWallets(server);
  await startTransfer(server, { walletId: from.id });
  await get('/v1/w3s/wallets');
  await get('/v1/w3s/wallets/none');
  await server.control('POST', '/worlds/default/recording/stop', {});
  const file = await fetch(`${server.url}/__reprise/worlds/default/recording`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const lines = (await file.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const sent = lines.filter(({ kind }) => kind === 'http.request');
  const expected = sent.map((request) => {
    const answer = lines.find(({ kind, to }) => kind === 'http.answer' && to === request['n']);
    const start = lines.indexOf(request) + 1;
    const next = lines.findIndex((line, index) => index >= start && line['kind'] !== 'event');
    const events = request['input'] === undefined ? [] : lines.slice(start, next);
    return {
      method: request['method'],
      path: request['url'],
      status: answer?.['status'],
      inputs: request['input'] === undefined ? [] : [request['input']],
      events: events.map(({ position, type }) => ({ position, type })),
    };
  });
  const views = (await listed()).map(({ method, path, query, status, inputs, events }) => ({
    method,
    path: query === undefined ? path : `${path}?${query}`,
    status,
    inputs,
    events: events.map(({ position, type }) => ({ position, type })),
  }));
  expect(views).toEqual(expected);
  expect(views.flatMap(({ events }) => events.map(({ type }) => type))).toContain(
    'TransferInitiated',
  );
});

it('filters, names nearest routes, and stores no secret', async ({ server, listed, get }) => {
  await get('/v1/w3s/wallet?apiKey=a-secret-of-mine-in-a-query');
  await get('/v1/w3s/wallets');
  await get('/nothing');
  const [first] = await listed('?unmatched=true&service=wallet');
  expect(first).toMatchObject({ n: 1, status: 404, route: null, nearest: 'GET /v1/w3s/wallets' });
  expect(first?.query).toMatch(/^apiKey=~[0-9a-f]+$/);
  expect(await listed('?unmatched=true')).toMatchObject([{ n: 1 }, { n: 3, service: null }]);
  expect(await listed('?status=2xx')).toMatchObject([{ n: 2, route: 'GET /v1/w3s/wallets' }]);
  expect(await listed('?path=/v1/**&since=1')).toMatchObject([{ n: 2 }]);
  expect(await listed('?method=get&limit=2')).toHaveLength(2);
  expect(JSON.stringify(await listed())).not.toMatch(/a-secret-of-mine|reprise:demo/);
  await server.control('DELETE', '/worlds/default/requests');
  expect(await listed()).toEqual([]);
  await get('/ping');
  expect(await listed()).toMatchObject([{ n: 4 }]);
});

it('lists the strikes of faults, also those that answer 503', async ({ server, listed, get }) => {
  for (const kind of ['refuse', 'lose-request', 'refuse-upgrade']) {
    await server.control('POST', '/worlds/default/faults', { kind, when: { count: 1 } });
  }
  await get('/v1/w3s/wallets');
  await get('/v1/w3s/wallets').catch(() => undefined);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/speak`, {
    headers: { Authorization: 'Token reprise-demo' },
  });
  await once(socket, 'error');
  const views = await listed();
  expect(views.map(({ status }) => status)).toEqual([503, 502, 503]);
  for (const { events } of views) expect(events).toMatchObject([{ type: 'FaultStruck' }]);
});

it('lists requests to unknown worlds separately, and is cleared by a reset', async ({
  server,
  listed,
  get,
}) => {
  await get('/w/nowhere/ping');
  await get('/ping');
  const { body } = await server.control('GET', '/requests');
  expect(body).toMatchObject({ requests: [{ n: 1, world: 'nowhere', status: 404 }] });
  expect(await listed()).toHaveLength(1);
  await server.control('POST', '/worlds/default/reset', {});
  expect(await listed()).toEqual([]);
});

it(`stores ${journaledRequestsMax} requests, and bodies within their limit`, async ({
  server,
  listed,
}) => {
  const { app } = server.reprise;
  const send = (body: string) =>
    app.handle({
      method: 'POST',
      url: '/v1/w3s/none',
      headers: {},
      body: Buffer.from(body),
      origin: 'http://localhost',
    });
  for (let n = 0; n <= journaledRequestsMax; n += 1) await send('');
  expect(await listed()).toHaveLength(journaledRequestsMax);
  await send('x'.repeat(journaledBodyBytesMax));
  await send('x'.repeat(journaledBodyBytesMax + 1));
  const [kept, left] = await listed(`?since=${journaledRequestsMax + 1}`);
  expect([typeof kept?.body, left?.body]).toEqual(['string', undefined]);
});
