import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as connectTcp, type AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { attachSockets } from '../../adapters/hosts/node/attach-sockets.ts';
import type { SocketLimits } from '../../adapters/protocol/channel.ts';
import { closeServer } from '../../adapters/hosts/node/close-server.ts';
import { expressHandler } from '../../adapters/hosts/node/express.ts';
import { headerBytesReadMax } from '../../adapters/protocol/limits.ts';
import { createNodeServer } from '../../adapters/hosts/node/node.ts';
import { createTwin } from '../../adapters/hosts/in-process/twin.ts';
import { waitUntil } from '../support/server/requests.ts';
import { handshake, maskedFrame, sendRaw } from './raw-frames.ts';
import { createTalk, type Talk } from './talk-service.ts';
import {
  describeSocketHost,
  openClient,
  type SocketHost,
  type StartSocketHost,
} from './websocket-host.contract.ts';

/** A server on a free port, with clients from the ws package. */
async function listening(
  server: Server,
  mount = '',
  terminate: () => void = () => undefined,
): Promise<SocketHost> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base = `ws://127.0.0.1:${port}${mount}`;
  return {
    base,
    connect: (path, protocols, headers, answered) => {
      const socket = new WebSocket(base + path, [...protocols], { headers });
      socket.on('upgrade', (response) =>
        answered({ status: response.statusCode ?? 0, headers: response.headers, body: '' }),
      );
      socket.on('unexpected-response', (_request, response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const body = Buffer.concat(parts).toString();
          answered({ status: response.statusCode ?? 0, headers: response.headers, body });
          socket.terminate();
        });
      });
      return socket;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      terminate();
      server.closeAllConnections();
      await closed;
    },
  };
}

const node: StartSocketHost = ({ app }, limits) => listening(createNodeServer(app, limits));

const mount = '/stand/in';

const inExpress: StartSocketHost = ({ app }, limits) => {
  const site = express().disable('x-powered-by');
  site.use(mount, expressHandler(app));
  const server = createServer({ maxHeaderSize: headerBytesReadMax }, site);
  const sockets = attachSockets(server, app, mount, limits);
  return listening(server, mount, () => {
    sockets.close();
    sockets.terminate();
  });
};

const twin: StartSocketHost = async ({ app }, limits) => {
  const { WebSocket } = createTwin(app, limits);
  const base = 'ws://twin.test';
  return {
    base,
    connect: (path, protocols, headers, answered) => {
      const socket = new WebSocket(base + path, protocols, { headers });
      const tell = () => {
        if (socket.response !== undefined) answered({ body: '', ...socket.response });
      };
      socket.addEventListener('open', tell);
      socket.addEventListener('error', tell);
      return socket;
    },
    close: async () => undefined,
  };
};

describeSocketHost('Node', node);
describeSocketHost('mounted Express', inExpress);
describeSocketHost('in-process', twin);

const portOf = ({ base }: SocketHost) => Number(new URL(base).port);

async function withHost(
  start: StartSocketHost,
  scene: (host: SocketHost, talk: Talk) => Promise<void>,
  limits: Partial<SocketLimits> = {},
): Promise<void> {
  const talk = createTalk();
  const host = await start(talk, limits);
  try {
    await scene(host, talk);
  } finally {
    await host.close();
  }
}

describe.each([
  ['Node', node, ''],
  ['mounted Express', inExpress, mount],
] as const)('the bytes on the wire of the %s host', (_name, start, prefix) => {
  const goodBye = maskedFrame(8, Buffer.of(3, 232));

  it('may arrive in any pieces, also before the upgrade', async () => {
    const burst = Buffer.concat([
      maskedFrame(1, 'one'),
      maskedFrame(2, Buffer.of(1, 2)),
      maskedFrame(1, 'a text in ', false),
      maskedFrame(9, 'ping'),
      maskedFrame(0, 'two parts'),
      goodBye,
    ]);
    const heard = ['text one', 'binary 0102', 'text a text in two parts'];
    const told = [...heard.map((line) => `heard ${line}`), "closed 1000 ''"];
    const portions = [
      [Buffer.concat([Buffer.from(handshake(`${prefix}/talk/greeting`)), burst])],
      [handshake(`${prefix}/talk/greeting`), ...[...burst].map((byte) => Buffer.of(byte))],
    ];
    const answers: string[] = [];
    for (const parts of portions) {
      await withHost(start, async (host, talk) => {
        answers.push(await sendRaw(portOf(host), parts));
        await talk.heard.until(/^closed/);
        expect(talk.heard.lines).toEqual(told);
      });
    }
    expect(answers[0]).toMatch(/^HTTP\/1\.1 101 /);
    expect(answers[0]).not.toMatch(/extensions/i);
    const first = '\x81\x11Good day, default\x82\x02\x00\xff\x81\x03one';
    expect(answers[0]?.split('\r\n\r\n')[1]?.slice(0, first.length)).toBe(first);
    expect(answers[1]).toBe(answers[0]);
  });

  it.each([
    ['without a mask', [Buffer.of(0x81, 1, 65)], 1002, 'This is not how a WebSocket is spoken.'],
    [
      'with text that is no UTF-8',
      [maskedFrame(1, Buffer.of(0xff))],
      1007,
      'A text frame is not UTF-8.',
    ],
  ])('close the session %s', async (_case, parts, code, reason) => {
    await withHost(start, async (host, talk) => {
      const answer = await sendRaw(portOf(host), [handshake(`${prefix}/talk/echo`), ...parts]);
      expect(answer).toContain(String.fromCharCode(code >> 8, code & 255) + reason);
      await talk.heard.until(/^closed/);
      expect(talk.heard.lines).toEqual([`closed ${code} '${reason}'`]);
    });
  });

  it('close the session when they break off', async () => {
    await withHost(start, async (host, talk) => {
      const socket = connectTcp(portOf(host), '127.0.0.1');
      socket.write(handshake(`${prefix}/talk/echo`));
      await once(socket, 'data');
      socket.write(
        Buffer.concat([maskedFrame(1, 'whole'), maskedFrame(1, 'half').subarray(0, 7)]),
        () => socket.destroySoon(),
      );
      await talk.heard.until(/^closed/);
      expect(talk.heard.lines).toEqual(['heard text whole', "closed 1006 ''"]);
    });
  });

  it.each([
    ['another version', { 'Sec-WebSocket-Version': '7' }, 426],
    ['no version', { 'Sec-WebSocket-Version': '' }, 426],
    ['no key', { 'Sec-WebSocket-Key': '' }, 400],
    ['no Host', { Host: '' }, 400],
    ['a malformed protocol', { 'Sec-WebSocket-Protocol': 'a,,b' }, 400],
  ])('are refused in the form of the service with %s', async (_case, headers, status) => {
    await withHost(start, async (host, talk) => {
      const answer = await sendRaw(portOf(host), [handshake(`${prefix}/talk/echo`, headers)]);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toContain(`{"talk":${status},`);
      expect(answer).toContain('Connection: close');
      expect(talk.heard.lines).toEqual([]);
    });
  });

  it('are refused in the form of the service with channels, also at unknown paths', async () => {
    await withHost(start, async (host) => {
      const version = { 'Sec-WebSocket-Version': '7' };
      const answer = await sendRaw(portOf(host), [handshake(`${prefix}/v3/nothing`, version)]);
      expect(answer).toMatch(/^HTTP\/1\.1 426 /);
      expect(answer).toContain('{"talk":426,');
    });
  });

  it('are read to their end after a refusal, so that the connection can close', async () => {
    await withHost(start, async (host) => {
      const socket = connectTcp({ port: portOf(host), host: '127.0.0.1', allowHalfOpen: true });
      socket.write(handshake(`${prefix}/talk/locked`));
      const [first] = (await once(socket, 'data')) as [Buffer];
      expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /);
      await once(socket, 'end');
      socket.end(maskedFrame(2, Buffer.alloc(100)));
      await once(socket, 'close');
    }); // its close waits for the connection
  });

  it('are handled as an ordinary request if they ask for another protocol', async () => {
    await withHost(start, async (host) => {
      const post = `POST ${prefix}/talk/plain HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\nContent-Length: 4\r\n\r\nbo`;
      const last = `dyGET ${prefix}/talk/plain HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(portOf(host), [post, last]);
      expect(answer.match(/HTTP\/1\.1 200 [\s\S]*?\{"plain":true\}/g)).toHaveLength(2);
    });
  });

  it('get 426 if a plain request addresses a channel', async () => {
    await withHost(start, async ({ base }) => {
      const answer = await fetch(`${base.replace('ws', 'http')}/w/alice/talk/echo`);
      expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
      expect(await answer.json()).toEqual({
        talk: 426,
        message: 'There is a WebSocket at /talk/echo: ask for an upgrade.',
      });
    });
  });
});

describe('the end of a Node server', () => {
  it('closes its sockets with 1001, and accepts no more', async () => {
    const talk = createTalk();
    const server = createNodeServer(talk.app);
    const host = await listening(server);
    const [one, other] = [openClient(host, '/talk/echo'), openClient(host, '/talk/greeting')];
    await Promise.all([one.seen.until(/^open/), other.seen.until(/^binary/)]);
    await closeServer(server, 60_000);
    await Promise.all([one.seen.until(/^close/), other.seen.until(/^close/)]);
    const end = "1001 'The server is going away.'";
    expect([one.seen.lines.at(-1), other.seen.lines.at(-1)]).toEqual([
      `close ${end}`,
      `close ${end}`,
    ]);
    expect(talk.heard.lines).toEqual([`closed ${end}`, `closed ${end}`]);
  });

  it('cuts off a client that does not answer the close', async () => {
    const talk = createTalk();
    const server = createNodeServer(talk.app);
    const host = await listening(server);
    const socket = connectTcp(portOf(host), '127.0.0.1');
    socket.write(handshake('/talk/echo'));
    await once(socket, 'data');
    await closeServer(server, 1);
    expect(talk.heard.lines).toEqual(["closed 1001 'The server is going away.'"]);
    socket.destroy();
  });
});

describe('a client that neither reads nor closes', () => {
  it('is cut off after a timeout', async () => {
    const talk = createTalk();
    const server = createNodeServer(talk.app, { closeMs: 1 });
    const host = await listening(server);
    try {
      const client = openClient(host, '/talk/echo');
      await client.seen.until(/^open/);
      const socket = client.socket as WebSocket;
      socket.pause();
      socket.send('flood 64');
      await talk.heard.until(/^closed 1008/);
      const connections = () =>
        new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
      await waitUntil('the connection is gone', async () => (await connections()) === 0);
      expect(talk.heard.lines).toEqual([
        'heard text flood 64',
        "closed 1008 'More than 16777216 bytes wait to be read.'",
      ]);
      expect(client.seen.lines.filter((line) => line.startsWith('close'))).toEqual([]); // it has read nothing
      socket.terminate();
    } finally {
      await host.close();
    }
  });
});

describe('sockets in another server', () => {
  it('leave upgrades of other paths to the other listeners', async () => {
    const talk = createTalk();
    const server = createServer(express().use(mount, expressHandler(talk.app)));
    const sockets = attachSockets(server, talk.app, `${mount}/`);
    const own = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, socket, head) => {
      if (request.url !== '/own' && request.url !== `${mount}/own`) return;
      own.handleUpgrade(request, socket, head, (opened) => opened.close(4242, 'mine'));
    });
    const host = await listening(server, '', sockets.terminate);
    try {
      const theirs = openClient(host, '/own');
      const below = openClient(host, `${mount}/own`);
      const ours = openClient(host, '/Stand/IN/w/bob/talk/greeting?brief');
      await Promise.all([theirs, below, ours].map(({ seen }) => seen.until(/^close/)));
      for (const { seen } of [theirs, below]) expect(seen.lines.at(-1)).toBe("close 4242 'mine'");
      expect(ours.seen.lines).toContain('text Good day, bob');
    } finally {
      await host.close();
    }
  });

  it.each(['/elsewhere', '/stand/inside/talk/echo'])(
    'have %s answered by the application without other listeners',
    async (path) => {
      const talk = createTalk();
      const site = express().use(mount, expressHandler(talk.app));
      site.use((request, response) => void response.status(418).send(`mine: ${request.url}`));
      const server = createServer(site);
      const sockets = attachSockets(server, talk.app, mount);
      const host = await listening(server, '', sockets.terminate);
      try {
        const client = openClient(host, path);
        await client.seen.until(/^close/);
        expect(client.seen.lines[0]).toMatch(/^418 /);
        expect(client.seen.lines[0]).toContain(`mine: ${path}`);
      } finally {
        await host.close();
      }
    },
  );

  it('refuse clients after their close', async () => {
    const talk = createTalk();
    const server = createServer();
    const sockets = attachSockets(server, talk.app);
    const host = await listening(server, '', sockets.terminate);
    try {
      const before = openClient(host, '/talk/echo');
      await before.seen.until(/^open/);
      sockets.close();
      await before.seen.until(/^close 1001/);
      const after = openClient(host, '/talk/echo');
      await after.seen.until(/^close/);
      expect(after.seen.lines[0]).toMatch(/^503 .*retry-after: 1/);
    } finally {
      await host.close();
    }
  });
});
