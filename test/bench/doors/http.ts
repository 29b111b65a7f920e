// HTTP requests: the most that a body, a path, a page and the journal of requests take.

import { constants, publicEncrypt, randomUUID } from 'node:crypto';
import type { Door, MeasuredServer } from './door.ts';

const events = '/calendar/events/v1/events';
const event = { title: 'a', start_date: '2026-05-01', end_date: '2026-05-02' };
const list = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
/** A text of 900 characters that differs from others of its letter, and has the same slug. */
const sameSlug = (letter: string, index: number) =>
  letter + list(890, (at) => ((index >> (at % 10)) & 1 ? '!' : ' ')).join('');
const slashes = `/calendar${'/'.repeat(2_880)}a`;

const post = (
  server: MeasuredServer,
  path: string,
  body: string | object,
  type = 'application/json',
) =>
  server.request(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const httpDoors: readonly Door[] = [
  ...(['', '?path=/calendar/**', '?unmatched=true'] as const).map((query): Door => ({
    name: `GET requests${query}: 1,000 with 2,900 slashes`,
    async run(server) {
      for (let count = 0; count < 1_000; count += 1) await server.request(slashes);
      await server.control('GET', `/worlds/default/requests${query}`);
    },
  })),
  {
    name: 'GET requests: 1,000 with bodies of 2,000 levels',
    async run(server) {
      const body = '['.repeat(2_000) + ']'.repeat(2_000);
      for (let count = 0; count < 1_000; count += 1) await post(server, `${events}/x/y`, body);
      await server.control('GET', '/worlds/default/requests');
    },
  },
  {
    name: '100 faults with 20 values each, and a body of 1 MB',
    async run(server) {
      const json = Object.fromEntries(
        list(20, (index) => [`a.${'a.'.repeat(index)}b`, { a: list(100, String) }]),
      );
      for (let count = 0; count < 100; count += 1) {
        await server.control('POST', '/worlds/default/faults', { kind: 'refuse', when: { json } });
      }
      const members = Object.fromEntries(list(9_900, (index) => [`m${index}`, 'a'.repeat(80)]));
      await post(server, events, { ...event, a: members });
    },
  },
  ...(['tags', 'categories', 'organizer'] as const).map((name): Door => ({
    name: `POST of an event with 1,000 new ${name} of one slug`,
    async run(server) {
      const text = (index: number) => sameSlug(name[0] ?? '', index);
      const items = list(1_000, (index) =>
        name === 'organizer' ? { organizer: text(index) } : text(index),
      );
      await post(server, events, { ...event, [name]: items });
    },
  })),
  ...(['', '?_fields=id', '?search=zzz'] as const).map((query): Door => ({
    name: `GET events${query}: 50 with 100,000 characters of markup`,
    async run(server) {
      for (let count = 0; count < 50; count += 1) {
        const description = '<p>a</p>'.repeat(12_500);
        await post(server, events, {
          ...event,
          title: `e${count}`,
          description,
          excerpt: description,
        });
      }
      await server.request(events + query);
    },
  })),
  {
    name: 'POST of 200 wallets on 11 chains with long names',
    async run(server) {
      await postWallets(server);
      await server.control('GET', '/worlds/default/state');
      await server.control('GET', '/worlds/default/state?limit=1000');
      await server.control('GET', '/worlds/default/events?limit=1000');
      await server.control('GET', '/worlds/default/requests');
      await server.control('POST', '/worlds/default/fork', { name: 'fork' });
    },
  },
  {
    name: 'a form of 1 MB of secrets, recorded',
    async run(server) {
      await server.control('POST', '/worlds/default/recording/start', {});
      await post(server, events, 'password=x&'.repeat(95_000), 'application/x-www-form-urlencoded');
      await server.control('POST', '/worlds/default/recording/stop', {});
    },
  },
  {
    name: 'a form of 1 MB of secrets that differ, recorded',
    async run(server) {
      await server.control('POST', '/worlds/default/recording/start', {});
      const secrets = list(35_000, (index) => `password=${String(index).padStart(16, 'a')}`);
      const path = `${events}?a=${'a'.repeat(2_900)}`;
      await post(server, path, secrets.join('&'), 'application/x-www-form-urlencoded');
      await server.control('POST', '/worlds/default/recording/stop', {});
    },
  },
  {
    name: 'JSON of 1 MB of secrets that differ, recorded and refused',
    async run(server) {
      await server.control('POST', '/worlds/default/recording/start', {});
      const secrets = list(30_000, (index) => ({ password: String(index).padStart(16, 'a') }));
      await post(server, `${events}?${'a'.repeat(2_900)}`, { title: secrets, a: secrets[0] });
      await server.control('POST', '/worlds/default/recording/stop', {});
    },
  },
  {
    name: 'a frame of 1 MB to a session with 400 secrets, recorded',
    async run(server) {
      await server.control('POST', '/worlds/default/recording/start', {});
      const secrets = list(400, (index) => `password=${String(index).padStart(16, 'a')}`);
      const path = `/v1/listen?encoding=linear16&sample_rate=8000&${secrets.join('&')}`;
      const frame = JSON.stringify({ type: 'KeepAlive', a: `${'a'.repeat(1_000_000)}\n` });
      await server.session(path, [frame, JSON.stringify({ type: 'CloseStream' })]);
      await server.control('POST', '/worlds/default/recording/stop', {});
    },
  },
  {
    name: 'a body of 1 MB with 80,000 names, refused',
    async run(server) {
      await post(server, events, JSON.stringify(list(80_000, (at) => ({ [`m${at}`]: 1 }))));
    },
  },
  {
    name: 'a condition of a fault with 5,000 levels',
    async run(server) {
      const json = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
      await server.request('/__reprise/worlds/default/faults', { method: 'POST', body: json });
    },
  },
];

const chains = (
  'ETH-SEPOLIA AVAX-FUJI MATIC-AMOY SOL-DEVNET ARB-SEPOLIA NEAR-TESTNET EVM-TESTNET UNI-SEPOLIA BASE-SEPOLIA ' +
  'OP-SEPOLIA APTOS-TESTNET'
).split(' ');

async function postWallets(server: MeasuredServer): Promise<void> {
  const headers = {
    authorization: 'Bearer TEST_API_KEY:reprise:demo',
    'content-type': 'application/json',
  };
  const dataOf = async (path: string, body?: object) => {
    const init =
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const { data } = (await (await server.request(path, init)).json()) as {
      data: { publicKey: string; walletSet: { id: string } };
    };
    return data;
  };
  const { publicKey: key } = await dataOf('/v1/w3s/config/entity/publicKey');
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const secret = Buffer.from('ab'.repeat(32), 'hex');
  const sealed = () => ({
    idempotencyKey: randomUUID(),
    entitySecretCiphertext: publicEncrypt({ key, padding, oaepHash: 'sha256' }, secret).toString(
      'base64',
    ),
  });
  const { walletSet } = await dataOf('/v1/w3s/developer/walletSets', { ...sealed(), name: 'a' });
  const metadata = list(200, () => ({ name: 'n'.repeat(1_000), refId: 'r'.repeat(1_000) }));
  const many = { walletSetId: walletSet.id, blockchains: chains, count: 200, metadata };
  await dataOf('/v1/w3s/developer/wallets', { ...sealed(), ...many });
}
