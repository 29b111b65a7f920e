// One suite for every HTTP host: the same requests get the same responses, byte for byte.

import { constants, publicEncrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { json } from '../../adapters/protocol/messages.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openReprise } from '../../adapters/reprise.ts';
import type { StartHost } from '../support/server/hosts.ts';
import { eventReader } from '../support/server/event-stream-reader.ts';
import { entitySecret, testKey, token, type JsonBody } from '../support/server/server.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers of the connection, not of the response. */
const connectionHeaders = [
  'connection',
  'date',
  'keep-alive',
  'transfer-encoding',
  'content-length',
];

export function describeHost(name: string, start: StartHost, reference: StartHost): void {
  describe(`the ${name} host`, () => {
    it('answers a whole session as the reference does, byte for byte', async () => {
      const [expected, actual] = [await session(reference), await session(start)];
      expect(actual).toEqual(expected);
      expect(actual.map(({ status }) => status)).toEqual(
        expect.arrayContaining([200, 201, 204, 400, 401, 404, 410, 413]),
      );
    });

    it('answers HEAD of the control plane as GET, without a body', async () => {
      const reprise = await openReprise({ store: createMemoryStore(), token });
      const host = await start(reprise);
      const ask = async (path: string, headers: Record<string, string> = {}) => {
        const response = await host.fetch(`/__reprise${path}`, { method: 'HEAD', headers });
        const type = response.headers.get('content-type')?.replace(/;.*/, '');
        return [response.status, type, await response.text()];
      };
      const authorized = { Authorization: `Bearer ${token}` };
      const json = 'application/json';
      try {
        expect(await ask('/health')).toEqual([200, json, '']);
        expect(await ask('/worlds/default')).toEqual([401, json, '']);
        expect(await ask('/worlds/default', authorized)).toEqual([200, json, '']);
        expect(await ask('/worlds/nowhere', authorized)).toEqual([404, json, '']);
        expect(await ask('/worlds/default/reset', authorized)).toEqual([405, json, '']);
      } finally {
        await host.close();
        await reprise.close();
      }
    });
  });
}

/** The same for streaming responses. */
export function describeStreams(name: string, start: StartHost): void {
  describe(`a stream of the ${name} host`, () => {
    /** A host whose only response is the stream from `texts`, and that response. */
    async function streaming(texts: (gone: AbortSignal) => AsyncIterable<string>) {
      const host = await start({
        app: {
          owns: () => true,
          open: () => Promise.reject(new Error('no channels here')),
          handle: async () => ({
            status: 200,
            headers: { 'Content-Type': 'text/plain; charset=utf-8' },
            stream: texts,
          }),
          refuse: (_request, status, message) => json(status, { code: status, message }),
        },
      });
      return { host, response: await host.fetch('/', {}) };
    }

    it('follows the events of a world from any place, and ends with the server', async () => {
      const reprise = await openReprise({ store: createMemoryStore(), token });
      const host = await start(reprise);
      try {
        const world = '/__reprise/worlds/default';
        const headers = { Authorization: `Bearer ${token}` };
        const happen = () =>
          host.fetch(`${world}/wallet/chains/ETH-SEPOLIA`, {
            method: 'PATCH',
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: '{"congestion":2}',
          });
        await happen();
        const response = await host.fetch(`${world}/events`, {
          headers: { ...headers, Accept: 'text/event-stream', 'Last-Event-ID': '1' },
        });
        expect(response.headers.get('content-type')).toBe('text/event-stream');
        const reader = eventReader(response);
        await happen();
        await happen();
        const told = await reader.read(2);
        const pages = await host.fetch(`${world}/events?from=2`, { headers });
        expect(told.map(({ data }) => data)).toEqual((await pages.json()).events);
        reprise.endStreams();
        expect(await reader.read(1)).toEqual([]);
      } finally {
        await host.close();
        await reprise.close();
      }
    });

    it('starts at once, is written text by text, and ends', async () => {
      let go: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (go = resolve));
      const { host, response } = await streaming(async function* texts() {
        await asked;
        yield 'é';
        yield '☃';
      });
      go();
      expect([response.status, await response.text()]).toEqual([200, 'é☃']);
      await host.close();
    });

    it('ends when its reader leaves, also while it is idle', async () => {
      let ended: () => void = () => undefined;
      const end = new Promise<void>((resolve) => (ended = resolve));
      const { host, response } = await streaming(async function* texts(gone) {
        try {
          yield 'one';
          await new Promise((resolve) => gone.addEventListener('abort', resolve));
        } finally {
          ended();
        }
      });
      const reader = response.body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('one');
      await reader?.cancel();
      await end;
      await host.close();
    });

    it('ends when its request is aborted', async () => {
      const calling = new AbortController();
      let ended: () => void = () => undefined;
      const end = new Promise<void>((resolve) => (ended = resolve));
      const host = await start({
        app: {
          owns: () => true,
          open: () => Promise.reject(new Error('no channels here')),
          handle: async () => ({
            status: 200,
            headers: {},
            stream: async function* texts(gone) {
              gone.addEventListener('abort', ended);
              yield 'one';
              await end;
            },
          }),
          refuse: (_request, status, message) => json(status, { code: status, message }),
        },
      });
      const response = await host.fetch('/', { signal: calling.signal });
      const reader = response.body?.getReader();
      await reader?.read();
      calling.abort();
      await end;
      await expect(reader?.read()).rejects.toThrow(/abort/i);
      await host.close();
    });

    it('breaks off on an error, and its reader does not see a regular end', async () => {
      const { host, response } = await streaming(async function* texts() {
        yield 'one';
        throw new Error('The disk is gone.');
      });
      await expect(response.text()).rejects.toThrow();
      await host.close();
    });
  });
}

/** Plays a fixed session against a new world. */
async function session(start: StartHost): Promise<readonly Answer[]> {
  const reprise = await openReprise({
    store: createMemoryStore(),
    token,
    version: '0.0.0-test',
    defaults: { clock: { mode: 'frozen', rate: 1 } },
  });
  const host = await start(reprise);
  const answers: Answer[] = [];

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    key = testKey,
    type = 'application/json',
  ): Promise<JsonBody> {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const init = text === undefined ? { method, headers } : { method, headers, body: text };
    const response = await host.fetch(path, init);
    const answered = await response.text();
    const kept = [...response.headers].filter(([header]) => !connectionHeaders.includes(header));
    const link = (value: string) => withoutPlace(value, host.base);
    answers.push({
      status: response.status,
      headers: Object.fromEntries(kept.map(([header, value]) => [header, link(value)])),
      body: link(answered),
    });
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return answered === '' || !isJson ? undefined : JSON.parse(answered);
  }

  try {
    await ask('GET', '/ping');
    await ask('GET', '/v1/w3s/walletSets', undefined, 'no key');
    const { data } = await ask('GET', '/v1/w3s/config/entity/publicKey');
    const sealed = () => sealedBy(data.publicKey);
    let keys = 0;
    const keyed = () => ({
      idempotencyKey: `00000000-0000-4000-8000-${String((keys += 1)).padStart(12, '0')}`,
      entitySecretCiphertext: sealed(),
    });
    const made = { ...keyed(), name: 'hosts' };
    const set = await ask('POST', '/v1/w3s/developer/walletSets', made);
    await ask('POST', '/v1/w3s/developer/walletSets', made);
    const wallets = await ask('POST', '//v1/w3s/developer/wallets', {
      ...keyed(),
      walletSetId: set.data.walletSet.id,
      blockchains: ['ETH-SEPOLIA', 'SOL-DEVNET'],
      count: 2,
    });
    const [sender, receiver] = wallets.data.wallets;
    const drip = { address: sender.address, blockchain: 'ETH-SEPOLIA', native: true, usdc: true };
    await ask('POST', '/v1/faucet/drips', drip);
    await ask('POST', '/v1/w3s/developer/transactions/transfer', {
      ...keyed(),
      walletId: sender.id,
      tokenId: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
      destinationAddress: receiver.address,
      amounts: ['1.5'],
      feeLevel: 'HIGH',
    });
    const world = '/__reprise/worlds/default';
    await ask('POST', `${world}/clock/advance`, { untilIdle: true }, token);
    await ask('GET', '/w/default/v1/w3s/transactions?pageSize=2&order=ASC');
    await ask('GET', '/v1/w3s/wallets?pageSize=3');
    await ask('GET', '/v1/w3s/nothing/here');
    await ask('GET', '/w/nobody/v1/w3s/wallets');
    await ask('POST', '/v1/w3s/developer/walletSets', '{"broken');
    await ask('PUT', `/v1/w3s/wallets/${sender.id}`, { name: 'é ☃ 𝄞' });
    await ask('POST', '/v1/w3s/developer/walletSets', 'x'.repeat(1024 * 1024 + 1));
    await ask('GET', `/v1/w3s/wallets/${sender.id}/balances`);
    await inCalendar(ask);
    await ask('GET', `${world}/events?limit=1000`, undefined, token);
    await ask('GET', world, undefined, token);
    return answers;
  } finally {
    await host.close();
    await reprise.close();
  }
}

type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
  type?: string,
) => Promise<JsonBody>;

/** Requests of a publisher and an importer, in all forms of bodies and under both names. */
async function inCalendar(ask: SendRequest): Promise<void> {
  const root = '/wp-json/tribe/events/v1';
  const form = 'application/x-www-form-urlencoded';
  const parts = ['title', 'start_date', 'end_date'].map(
    (name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\ntomorrow\r\n`,
  );
  await ask('GET', root);
  const made = await ask('POST', `${root}/events`, {
    title: 'Übung & “more”',
    start_date: '2026-03-29 02:30',
    end_date: '+1 year',
    timezone: 'Europe/Berlin',
    venue: { venue: 'Hall' },
    organizer: [{ organizer: 'Board' }],
    categories: ['Music', 'Été'],
    image: 'https://pictures.example/é.jpg',
  });
  const fields = 'title=x&start_date=%2B1+day&end_date=%2B2+days&organizer[]=2&tags=a,b';
  await ask('POST', `${root}/events/`, fields, undefined, form);
  const type = 'multipart/form-data; boundary=b';
  await ask('POST', `${root}/events`, `${parts.join('')}--b--\r\n`, undefined, type);
  const first = await ask('GET', `${root}/events?per_page=1&start_date=2026-01-01&tags[]=a`);
  await ask('GET', `/calendar/events/v1/events?per_page=1&page=2`);
  await ask('GET', first.rest_url.replace(/^https?:\/\/[^/]+/, '').replace(/^.*(?=\/wp-json)/, ''));
  await ask('PUT', `${root}/events/by-slug/${made.slug}`, { all_day: true });
  await ask('GET', `${root}/events/by-slug/${made.slug}`);
  await ask('DELETE', `${root}/events/${made.id}`);
  await ask('DELETE', `${root}/events/${made.id}`);
  await ask('POST', `${root}/events`, '{"title"');
  await ask('GET', `${root}/events?page=99`);
  await ask('GET', '/calendar/events.ics');
  await ask('OPTIONS', `${root}/venues`);
}

/** A text without the host and path in the calendar's links, and without folded lines of feeds. */
function withoutPlace(text: string, base: string): string {
  const { host, hostname, pathname } = new URL(base);
  return [base, `${host}${pathname}`, `${hostname}${pathname}`, host, hostname]
    .map((place) => place.replace(/\/$/, ''))
    .reduce((replaced, place) => replaced.replaceAll(place, 'reprise'), text)
    .replaceAll(/\r\n /g, '');
}

function sealedBy(publicKey: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const key = { key: publicKey, padding, oaepHash: 'sha256' };
  return publicEncrypt(key, Buffer.from(entitySecret, 'hex')).toString('base64');
}
