// The work of lists of legal length grows linearly with their number: requests in the journal, faults, events of a page, new records of
// an event, wallets of a request.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { ciphertext, startServer, type TestServer } from '../support/server/server.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, processorMs, repeatToLength } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const api = '/calendar/events/v1';
const event = { title: 'a', start_date: '2026-05-01', end_date: '2026-05-02' };
const deep = '['.repeat(2_000) + ']'.repeat(2_000);
const list = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: Math.floor(count) }, (_, index) => item(index));

async function fine(sent: Promise<{ readonly status: number }>): Promise<void> {
  expect((await sent).status).toBeLessThan(500);
}

describe('the work of the journal', () => {
  const requests: readonly (readonly [string, string, string | undefined])[] = [
    ['slashes', `${api}${repeatToLength('/', 2_800)}`, undefined],
    ['segments', `/${repeatToLength('ab/', 2_800)}`, undefined],
    ['levels', `${api}/none`, deep],
    ['unknown routes', `/v1/w3s/walletts/${repeatToLength('a/', 10)}`, undefined],
  ];

  it.each(requests)('with %s grows with its length', async (about, path, body) => {
    let journaled = 0;
    const fill = async (count: number) => {
      if (journaled === count) return;
      await server.control('DELETE', '/worlds/default/requests');
      for (journaled = 0; journaled < count; journaled += 1) {
        await fine(server.request(body === undefined ? 'GET' : 'POST', path, body));
      }
    };
    for (const query of ['', '&path=/calendar/**', '&unmatched=true']) {
      await expectLinearWork(about + query, 1_000, async (count) => {
        await fill(count);
        const target = `/worlds/default/requests?limit=1000${query}`;
        return processorMs(() => fine(server.control('GET', target)));
      });
    }
  });
});

it('the work of a request under faults grows with their number', async () => {
  const json = { 'a.a.a.b': { c: list(200, String) } };
  await expectLinearWork('faults', 100, async (count) => {
    await server.control('DELETE', '/worlds/default/faults');
    for (let added = 0; added < count; added += 1) {
      const fault = { kind: 'refuse', route: `${api}/**`, when: { json } };
      expect((await server.control('POST', '/worlds/default/faults', fault)).status).toBe(201);
    }
    const members = Object.fromEntries(list(50_000, (index) => [`m${index}`, index]));
    const path = `${api}${repeatToLength('/', 2_800)}`;
    return processorMs(() =>
      fine(server.request('POST', path, { a: { a: { a: { b: members } } } })),
    );
  });
});

it.each(['', '&_fields=events.0.id', '&search=zzz'])(
  'the work of a page%s grows with its length',
  async (query) => {
    for (let count = 0; count < 50; count += 1) {
      const description = repeatToLength('<p>a "b" </p>', 100_000);
      await fine(
        server.request('POST', `${api}/events`, { ...event, title: `e${count}`, description }),
      );
    }
    await expectLinearWork('a page', 50, (size) =>
      processorMs(() => fine(server.request('GET', `${api}/events?per_page=${size}${query}`))),
    );
  },
);

it.each(['tags', 'categories', 'organizer'])(
  'the work of new %s of one slug grows with their number',
  async (name) => {
    let made = 0;
    const text = () =>
      `a${repeatToLength(' ', (made += 1) % 800)}!${repeatToLength(' ', 890 - (made % 800))}`;
    const item = () => (name === 'organizer' ? { organizer: text() } : text());
    await expectLinearWork(name, 1_000, (count) =>
      processorMs(() =>
        fine(server.request('POST', `${api}/events`, { ...event, [name]: list(count, item) })),
      ),
    );
  },
);

it('the work of new wallets grows with their number', async () => {
  const sealed = async () => ({
    idempotencyKey: randomUUID(),
    entitySecretCiphertext: await ciphertext(server),
  });
  const { body } = await server.request('POST', '/v1/w3s/developer/walletSets', {
    ...(await sealed()),
    name: 'a',
  });
  const blockchains = [
    'ETH-SEPOLIA',
    'AVAX-FUJI',
    'MATIC-AMOY',
    'ARB-SEPOLIA',
    'UNI-SEPOLIA',
    'BASE-SEPOLIA',
  ];
  await expectLinearWork('wallets', 200, async (count) => {
    const metadata = list(count, () => ({ name: 'n'.repeat(1_000), refId: 'r'.repeat(1_000) }));
    const order = {
      walletSetId: body.data.walletSet.id,
      blockchains,
      count: metadata.length,
      metadata,
    };
    const many = { ...(await sealed()), ...order };
    return processorMs(() => fine(server.request('POST', '/v1/w3s/developer/wallets', many)));
  });
});
