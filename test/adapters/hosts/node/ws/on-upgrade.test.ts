// Upgrades that a client sends without waiting for the answers to its requests.

import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { onUpgrade } from '../../../../../adapters/hosts/node/ws/on-upgrade.ts';
import { answerUpgrade } from '../../../../../adapters/hosts/node/ws/raw-answer.ts';
import { waitUntil } from '../../../../support/server/requests.ts';

const upgrade = 'GET /u HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A server that answers nothing by itself, and refuses upgrades. */
async function holding() {
  const held: ServerResponse[] = [];
  let upgrades = 0;
  const server = createServer((_request, response) => void held.push(response));
  onUpgrade(server, (request, stream) => {
    upgrades += 1;
    answerUpgrade(request, stream, { status: 403, headers: {}, body: 'refused' });
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  let received = '';
  client.on('error', () => undefined).on('data', (bytes: Buffer) => (received += String(bytes)));
  return { client, held, upgrades: () => upgrades, received: () => received };
}

it('wait for the answers to these', async () => {
  const { client, held, upgrades, received } = await holding();
  client.write(get('/a') + get('/b') + upgrade);
  await waitUntil('all have arrived', () => held.length === 2);
  held[1]?.end('second');
  await new Promise((resolve) => setImmediate(resolve));
  expect(upgrades()).toBe(0);
  held[0]?.end('first');
  await once(client, 'end');
  expect(upgrades()).toBe(1);
  const places = ['first', 'second', '403 Forbidden'].map((text) => received().indexOf(text));
  expect(places.toSorted((one, other) => one - other)).toEqual(places);
  expect(places).not.toContain(-1);
});

it('are not answered if one of these ends the connection', async () => {
  const { client, held, upgrades } = await holding();
  client.write(get('/a') + upgrade);
  await waitUntil('it has arrived', () => held.length === 1);
  held[0]?.setHeader('Connection', 'close').end('first');
  await once(client, 'close');
  expect(upgrades()).toBe(0);
});

it('are not answered if the client is gone', async () => {
  const { client, held, upgrades } = await holding();
  client.write(get('/a') + upgrade);
  await waitUntil('it has arrived', () => held.length === 1);
  const closed = once(held[0] as ServerResponse, 'close');
  client.resetAndDestroy();
  held[0]?.write('more'); // it is not read, so that only this notices
  await closed;
  expect(upgrades()).toBe(0);
});

it('are answered at once after these', async () => {
  const { client, held, upgrades } = await holding();
  client.write(get('/a'));
  await waitUntil('it has arrived', () => held.length === 1);
  held[0]?.end('first');
  await once(client, 'data');
  client.write(upgrade);
  await once(client, 'end');
  expect(upgrades()).toBe(1);
});
