// What a node says at its start about its own address, and about the token of the others.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startAddressCheck } from '../../../../adapters/cli/serve/address-check.ts';
import { StoreError } from '../../../../core/index.ts';
import { gate } from '../../../support/engine/sleepy-engine.ts';

const token = 'a-token-of-all';

async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A node that calls itself by `self`, or by where it listens, with this token. */
const nodeServer = async (self?: string, own = token) =>
  serverWith(({ url, headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${own}` && url === '/__reprise/nodes';
    const address = self ?? `http://127.0.0.1:${response.socket?.localPort}`;
    const nodes = [
      { address: 'http://127.0.0.1:1', isSelf: false },
      { address, isSelf: true },
    ];
    if (isKnown) response.end(JSON.stringify({ nodes }));
    else response.writeHead(401).end('{}');
  });

/** What is printed of a node at an address beside others. */
async function printed(address: string, others: readonly string[] = [], msMax = 2_000) {
  const lines: string[] = [];
  const { checked } = startAddressCheck(
    { nodes: { list: async () => listOf(address, others) }, token },
    (line) => lines.push(line),
    msMax,
  );
  await checked;
  return lines;
}

const listOf = (own: string, others: readonly string[]) =>
  [own, ...others].map((address) => ({
    address,
    version: '1.2.3',
    worlds: 0,
    load: 0,
    isDraining: false,
    isSelf: address === own,
  }));

const nobody = 'http://127.0.0.1:1';

it('says nothing if all is well', async () => {
  expect(await printed(await nodeServer(), [await nodeServer(), await nodeServer()])).toEqual([]);
});

it('asks under a Host that each node answers', async () => {
  const hosts: unknown[] = [];
  await printed(
    await serverWith(({ headers }, response) => response.end(String(hosts.push(headers.host)))),
  );
  expect(hosts).toEqual(['127.0.0.1']);
});

it.each([
  ['refuses connections', async () => nobody],
  ['does not answer', async () => serverWith(() => undefined)],
  ['does not end its answer', async () => serverWith((_request, response) => response.write('{'))],
])('says that the others cannot reach this one if its address %s', async (_what, start) => {
  const address = await start();
  expect(await printed(address, [], 200)).toEqual([
    `The other nodes cannot reach this one at ${address}: set --advertise to a URL at which they do.`,
  ]);
});

it.each([
  ['another node', async () => nodeServer('http://127.0.0.1:2')],
  ['a node with another token', async () => nodeServer(undefined, 'another')],
  ['a store of one process', async () => serverWith((_, response) => response.end('{"nodes":[]}'))],
  ['another program', async () => serverWith((_request, response) => response.end('hello'))],
])('says that another server has the address: %s', async (_what, start) => {
  const address = await start();
  expect(await printed(address)).toEqual([
    `Another server answers at ${address}: set --advertise to a URL at which the other nodes reach this one.`,
  ]);
});

it('says which node has another token, and nothing of one that is gone', async () => {
  const own = await nodeServer();
  const other = await nodeServer(undefined, 'another');
  expect(await printed(own, [nobody])).toEqual([]);
  const silent = await serverWith(() => undefined);
  expect(await printed(own, [silent, other], 200)).toEqual([
    `The node at ${other} has another token: give all nodes the same REPRISE_TOKEN.`,
  ]);
});

it('says nothing while this one cannot answer', async () => {
  const away = await serverWith((_request, response) => response.writeHead(503).end());
  expect(await printed(away)).toEqual([]);
});

it('says nothing once it is stopped, or where the store is away', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const { closed, release } = gate();
  const own = await serverWith(release);
  const nodes = { list: async () => listOf(own, []) };
  const { stop, checked } = startAddressCheck({ nodes, token }, print);
  await closed; // it is asked
  stop();
  await checked;
  const list = async () => Promise.reject(new StoreError('unavailable', 'away'));
  await startAddressCheck({ nodes: { list }, token }, print).checked;
  await startAddressCheck({ nodes: undefined, token }, print).checked;
  expect(lines).toEqual([]);
});
