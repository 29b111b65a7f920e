import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hostFlawOf, hostNameOf, originNameOf } from '../../../../adapters/hosts/node/host-name.ts';
import { createNodeServer, type NodeServerOptions } from '../../../../adapters/hosts/node/node.ts';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { openReprise } from '../../../../adapters/reprise.ts';
import { testKey, token } from '../../../support/server/server.ts';

/** Each of these was once accepted as a name of this machine, or as absent. */
const malformed = [
  'evil.example@127.0.0.1',
  '127.0.0.1#evil.example',
  '127.0.0.1?evil.example',
  '127.0.0.1/x',
  '127.0.0.1\\x',
  '127.0.0.1:80@evil.example',
  'localhost:80:80',
  'localhost:port',
  '::1',
  '[::1',
  'a b',
  'a, <http://b>; rel="next"',
  'http://localhost',
  '',
];

describe('the name in a Host header', () => {
  it.each([
    ['localhost', 'localhost'],
    ['LOCALHOST:4600', 'localhost'],
    ['127.0.0.1:', '127.0.0.1'],
    ['[::1]:4600', '[::1]'],
    ['box_1.lan.', 'box_1.lan.'],
  ])('of %s is %s', (host, name) => {
    expect(hostNameOf(host)).toBe(name);
  });

  it.each(malformed)('of %j is undefined', (host) => {
    expect(hostNameOf(host)).toBeUndefined();
  });
});

it.each([
  ['http://localhost:5173', 'localhost'],
  ['https://Demo.example', 'demo.example'],
  ['null', undefined],
  ['file://', undefined],
  ['https://demo.example/', undefined],
])('the name in the Origin %s is %s', (origin, name) => {
  expect(originNameOf(origin)).toBe(name);
});

it('only HTTP/1.0 allows a request without a Host', () => {
  const flawIn = (httpVersion: string) => hostFlawOf({ httpVersion, headers: {}, rawHeaders: [] });
  expect([flawIn('1.0'), flawIn('1.1')]).toEqual([undefined, 'The request names no Host.']);
});

interface Served {
  readonly statusOf: (head: readonly string[], target?: string) => Promise<number>;
  readonly textOf: (head: readonly string[], target?: string) => Promise<string>;
}

async function serving(
  task: (served: Served) => Promise<void>,
  options: NodeServerOptions = {},
  address = '127.0.0.1',
): Promise<void> {
  const reprise = await openReprise({ store: createMemoryStore(), token, isPaced: false });
  const server: Server = createNodeServer(reprise.app, options);
  server.listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const textOf = async (head: readonly string[], target = 'GET /ping') => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.write(
      [`${target} HTTP/1.1`, ...head, 'Connection: close, Upgrade', '', ''].join('\r\n'),
    );
    await once(socket, 'end');
    socket.destroy();
    return Buffer.concat(parts).toString();
  };
  const statusOf = async (head: readonly string[], target?: string) =>
    Number((await textOf(head, target)).slice(9, 12));
  try {
    await task({ statusOf, textOf });
  } finally {
    server.close();
    server.closeAllConnections();
    await reprise.close();
  }
}

/** A path of each service, the home page, and a path of no service. */
const targets = [
  'GET /ping',
  'POST /v1/w3s/developer/walletSets',
  'GET /calendar/events/v1/events',
  'GET /w/other/calendar/events/v1/events',
  'OPTIONS /calendar/events/v1/events',
  'GET /__reprise/health',
  'GET /',
  'GET /nothing',
];
const keyed = `Authorization: Bearer ${testKey}`;
const asWebSocket = [
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
];

describe('a server on the loopback', () => {
  it('refuses other names on every path, in the form of the service', () =>
    serving(async ({ statusOf, textOf }) => {
      for (const target of targets) {
        expect([target, await statusOf(['Host: evil.example', keyed], target)]).toEqual([
          target,
          403,
        ]);
      }
      expect(await statusOf(['Host: evil.example', ...asWebSocket])).toBe(403);
      const textFor = (target: string) => textOf(['Host: evil.example'], target);
      expect(await textFor('GET /ping')).toContain('{"code":403,"message":"The Host ');
      expect(await textFor('GET /calendar/events/v1')).toContain('"data":{"status":403');
      expect(await textFor('GET /__reprise/worlds')).toContain('{"error":{"code":"host-refused"');
    }));

  it('accepts its own names and allowed ones', () =>
    serving(
      async ({ statusOf }) => {
        for (const host of ['localhost', '127.0.0.1:80', '[::1]:1', 'box.lan:80', 'BOX.LAN']) {
          expect([host, await statusOf([`Host: ${host}`])]).toEqual([host, 200]);
        }
        expect(await statusOf(['Host: other.lan'])).toBe(403);
      },
      { allowHosts: ['box.lan'] },
    ));

  it.each(malformed)('refuses the Host %j', (host) =>
    serving(async ({ statusOf }) => {
      expect(await statusOf([`Host: ${host}`])).toBe(400);
      expect(await statusOf([`Host: ${host}`, ...asWebSocket])).toBe(400);
    }),
  );

  it('refuses two Host headers, in any order and letter case', () =>
    serving(async ({ statusOf }) => {
      for (const [one, other] of [
        ['localhost', 'evil.example'],
        ['evil.example', 'localhost'],
        ['localhost', 'localhost'],
      ]) {
        const heads = [`Host: ${one}`, `hOST: ${other}`];
        // If the foreign name comes first, it is refused as foreign.
        expect([400, 403]).toContain(await statusOf(heads));
        expect(await statusOf([...heads, ...asWebSocket])).toBe(400);
      }
    }));
});

it('a server on all addresses accepts any name, but no malformed Host', () =>
  serving(
    async ({ statusOf }) => {
      expect(await statusOf(['Host: box.example:4600'])).toBe(200);
      expect(await statusOf(['Host: evil.example@127.0.0.1'])).toBe(400);
      expect(await statusOf(['Host: box.example'], 'GET /__reprise/health')).toBe(403);
    },
    {},
    '0.0.0.0',
  ));
