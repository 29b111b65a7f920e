// The exchanges of a recording that runs: in pages, and followed as they change.

import { describe, expect } from 'vitest';
import { createClient } from '../../../adapters/client/index.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { recordedExchanges } from '../../../adapters/recording/exchanges/recorded-exchanges.ts';
import type { Exchange } from '../../../adapters/contracts/exchange.ts';
import { serverTest } from '../../support/runner/server-test.ts';
import { token, type TestServer } from '../../support/server/server.ts';
import {
  advance,
  createFundedWallets,
  expectControlError,
  startTransfer,
  waitUntil,
} from '../../support/server/requests.ts';

const it = serverTest({});
const path = '/worlds/default/recording';

const pageAfter = async (server: TestServer, after = 0) =>
  (await server.control('GET', `${path}/exchanges?after=${after}`)).body as {
    readonly exchanges: readonly Exchange[];
    readonly last: number;
    readonly isLast: boolean;
  };

/** All pages, as a client puts them together. */
async function readAll(server: TestServer, after = 0, known = new Map<number, Exchange>()) {
  for (let from = after; ;) {
    const { exchanges, last, isLast } = await pageAfter(server, from);
    for (const exchange of exchanges) known.set(exchange.n, exchange);
    if (isLast) return { known, last };
    from = last;
  }
}

describe('the exchanges of a recording', () => {
  it('have the clients and routes that the request journal names, or the nearest route', async ({
    server,
  }) => {
    await server.control('POST', `${path}/start`, {});
    await createFundedWallets(server);
    const events = '/calendar/events/v1/events';
    await server.request('GET', '/v1/w3s/walletz');
    await server.request('GET', `${events}?per_page=3`);
    await server.request('GET', `${events}/7/nothing`);
    await server.request('POST', `${events}/7?_method=DELETE`, {});
    const { known } = await readAll(server);
    const { body } = await server.control('GET', '/worlds/default/requests');
    const journaled = body.requests.map(({ method, client, route, nearest }: Exchange) => ({
      method,
      client,
      route,
      nearest,
    }));
    const recorded = [...known.values()]
      .filter(({ kind }) => kind === 'http')
      .map(({ method, client, route, nearest }) => ({ method, client, route, nearest }));
    expect(recorded).toEqual(journaled);
    expect(recorded).toContainEqual({
      method: 'GET',
      client: 'node',
      route: null,
      nearest: 'GET /v1/w3s/wallets',
    });
  });

  it('are those of its file, whether they are read at once or in parts', async ({ server }) => {
    const { body: started } = await server.control('POST', `${path}/start`, {});
    const { from } = await createFundedWallets(server);
    const first = await readAll(server);
    expect(first.known.size).toBeGreaterThan(2);
    await startTransfer(server, { walletId: from.id });
    await advance(server, '1m');
    const parts = await readAll(server, first.last, first.known);
    const whole = await readAll(server);
    await server.control('POST', `${path}/stop`, {});
    const { entries } = await readRecording(started.file);
    const expected = recordedExchanges(entries);
    const listed = (known: ReadonlyMap<number, Exchange>) =>
      [...known.values()].toSorted((one, other) => one.n - other.n);
    expect(listed(whole.known)).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(listed(parts.known)).toEqual(listed(whole.known));
    const ended = await readAll(server);
    expect(listed(ended.known)).toEqual(listed(whole.known));
    const none = await pageAfter(server, ended.last);
    expect(none).toMatchObject({ exchanges: [], last: ended.last, isLast: true });
    expect(none).toMatchObject({ recording: { state: 'complete', file: started.file } });
  });

  it('are sent while they change, until the recording ends', async ({ server }) => {
    await server.control('POST', `${path}/start`, {});
    const response = await fetch(`${server.url}/__reprise${path}/exchanges`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reading = response.text();
    await createFundedWallets(server);
    const { last } = await readAll(server);
    await server.control('POST', `${path}/stop`, {});
    const messages = (await reading).split('\n\n').filter((text) => text.includes('data: '));
    const sent = new Map<number, Exchange>();
    for (const message of messages) {
      const exchange = JSON.parse(message.slice(message.indexOf('data: ') + 6)) as Exchange;
      sent.set(exchange.n, exchange);
    }
    const { known } = await readAll(server);
    expect(sent).toEqual(known);
    expect(messages.at(-1)).toMatch(/^id: \d+\n/);
    const resumed = await fetch(`${server.url}/__reprise${path}/exchanges`, {
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'text/event-stream',
        'Last-Event-ID': `${last}`,
      },
    });
    expect(resumed.status).toBe(409);
    expect(await resumed.text()).toContain('not-recording');
  });

  it('are none without a recording, and cannot be followed', async ({ server }) => {
    const { status, body } = await server.control('GET', `${path}/exchanges`);
    expect(status).toBe(200);
    expect(body).toEqual({ exchanges: [], last: 0, isLast: true });
    const followed = await fetch(`${server.url}/__reprise${path}/exchanges`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    });
    expect(followed.status).toBe(409);
    expect(await followed.text()).toContain('is not recorded, so nothing can be followed');
    const wrong = await server.control('GET', `${path}/exchanges?after=x`);
    expectControlError(wrong, 400, 'invalid-request');
  });

  it('are a stream of the client that ends with the recording', async ({ server }) => {
    const world = createClient({ url: server.url, token }).world('default');
    await world.recording.start();
    const seen = new Map<number, Exchange>();
    const ended = new Promise<void>((resolve, reject) => {
      world.recordedExchanges$().subscribe({
        next: (exchange) => seen.set(exchange.n, exchange),
        complete: resolve,
        error: reject,
      });
    });
    await createFundedWallets(server);
    await waitUntil('an exchange is sent', () => seen.size > 0);
    await world.recording.stop();
    await ended;
    expect(seen).toEqual((await readAll(server)).known);
  });
});
