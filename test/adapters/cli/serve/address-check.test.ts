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

const ownLease = 'lease of this one';

/** A node with a lease and a token; `seen` are the headers that it gets. */
async function nodeServer({ lease = ownLease, own = token, seen = [] as unknown[] } = {}) {
  return serverWith(({ url, headers }, response) => {
    seen.push(headers);
    const isKnown = headers.authorization === `Bearer ${own}`;
    if (url === '/__reprise/health') response.end(JSON.stringify({ status: 'ok', lease }));
    else response.writeHead(isKnown && url === '/__reprise/nodes' ? 200 : 401).end('{}');
  });
}

/** What is printed of a node at an address beside others. */
async function printed(address: string, others: readonly string[] = [], msMax = 2_000) {
  const lines: string[] = [];
  const { checked } = startAddressCheck(
    { nodes: { list: async () => listOf(address, others), leaseId: () => ownLease }, token },
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

it('asks under a Host that each node answers, and its own address without the token', async () => {
  const [seen, others]: unknown[][] = [[], []];
  await printed(await nodeServer({ seen: seen ?? [] }), [await nodeServer({ seen: others ?? [] })]);
  expect([seen, others]).toMatchObject([
    [{ host: '127.0.0.1' }],
    [{ host: '127.0.0.1', authorization: `Bearer ${token}` }],
  ]);
  expect(seen?.[0]).not.toHaveProperty('authorization');
});

it.each([
  ['refuses connections', async () => nobody],
  ['does not answer', async () => serverWith(() => undefined)],
])('says that the others cannot reach this one if its address %s', async (_what, start) => {
  const address = await start();
  expect(await printed(address, [], 200)).toEqual([
    `The other nodes cannot reach this one at ${address}: set --advertise to a URL at which they do.`,
  ]);
});

it.each([
  ['another node', async () => nodeServer({ lease: 'another' })],
  [
    'a store of one process',
    async () => serverWith((_, response) => response.end('{"status":"ok"}')),
  ],
  ['one without an end', async () => serverWith((_request, response) => response.write('{'))],
  ['a long answer', async () => serverWith((_, response) => response.end('1'.repeat(20_000)))],
  ['another program', async () => serverWith((_request, response) => response.end('hello'))],
])('says that another server has the address: %s', async (_what, start) => {
  const address = await start();
  expect(await printed(address, [], 200)).toEqual([
    `Another server answers at ${address}: set --advertise to a URL at which the other nodes reach this one.`,
  ]);
});

it('says which node has another token, and nothing of one that is gone', async () => {
  const own = await nodeServer();
  const other = await nodeServer({ own: 'another' });
  expect(await printed(own, [nobody])).toEqual([]);
  const silent = await serverWith(() => undefined);
  expect(await printed(own, [silent, other], 200)).toEqual([
    `The node at ${other} has another token: give all nodes the same REPRISE_TOKEN.`,
  ]);
});

it('says nothing once it is stopped, or where the store is away', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const { closed, release } = gate();
  const own = await serverWith(release);
  const leaseId = () => ownLease;
  const nodes = { list: async () => listOf(own, []), leaseId };
  const { stop, checked } = startAddressCheck({ nodes, token }, print);
  await closed; // it is asked
  stop();
  await checked;
  const list = async () => Promise.reject(new StoreError('unavailable', 'away'));
  await startAddressCheck({ nodes: { list, leaseId }, token }, print).checked;
  await startAddressCheck({ nodes: undefined, token }, print).checked;
  expect(lines).toEqual([]);
});
