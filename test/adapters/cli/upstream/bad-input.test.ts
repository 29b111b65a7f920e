// Bad input of `reprise record` and `reprise play`: one sentence and an exit code each.

import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { selfSigned } from '../../../support/upstream/certificate.ts';
import { openShell, type Shell } from '../shell.ts';

let shell: Shell;
let closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  shell = openShell();
});
afterEach(async () => {
  await shell.close();
  for (const close of closing) await close();
  closing = [];
});

type AnyServer = Server | ReturnType<typeof createTlsServer>;

/** The port of a server that is closed after its test. */
async function portOf(server: AnyServer) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

const recordArgs = (upstream: string, ...flags: string[]) => [
  'record',
  '--port',
  '0',
  '--json',
  '--upstream',
  upstream,
  '-o',
  'real.jsonl',
  ...flags,
];

async function refusal(...args: string[]): Promise<string> {
  const { exitCode, out, errors } = await shell.run(args);
  expect({ out, lines: errors.length }).toEqual({ out: [], lines: 1 });
  return `${exitCode}: ${errors[0]?.replaceAll(`${shell.cwd}/`, '')}`;
}

it('refuses an upstream that is the proxy itself', async () => {
  const server = createHttpServer();
  const port = await portOf(server);
  await closing.pop()?.(); // the port is free again
  const args = recordArgs(`http://localhost:${port}`, '--port', String(port));
  expect(await refusal(...args)).toBe(
    `1: Cannot use http://localhost:${port} of --upstream: it is the proxy itself.`,
  );
});

describe('an upstream with a certificate of its own', () => {
  const certificate = selfSigned();

  async function tlsPort(): Promise<number> {
    return portOf(createTlsServer(certificate, (_request, response) => response.end('secure')));
  }

  it('is refused without its authority', async () => {
    const url = `https://127.0.0.1:${await tlsPort()}`;
    expect(await refusal(...recordArgs(url))).toBe(
      `1: Cannot use ${url} of --upstream: its certificate is not trusted: set --ca to the certificate of its authority.`,
    );
  });

  it('is recorded with it', async () => {
    shell.write('own.pem', certificate.cert);
    const url = `https://127.0.0.1:${await tlsPort()}`;
    const recording = await shell.start(recordArgs(url, '--ca', 'own.pem'));
    expect(await (await fetch(`${recording.url}/x`)).text()).toBe('secure');
    expect(await recording.stop()).toBe(0);
  });

  it('is refused under another name', async () => {
    shell.write('own.pem', certificate.cert);
    const url = `https://localhost:${await tlsPort()}`;
    expect(await refusal(...recordArgs(url, '--ca', 'own.pem'))).toBe(
      `1: Cannot use ${url} of --upstream: its certificate is for another host.`,
    );
  });

  it('is refused as plain HTTP', async () => {
    const url = `http://127.0.0.1:${await tlsPort()}`;
    expect(await refusal(...recordArgs(url))).toBe(
      `1: Cannot use ${url} of --upstream: it speaks TLS: use https://.`,
    );
  });
});

/** Records what `act` does with a service that echoes, and returns the text of the file. */
async function recorded(act: (url: string) => Promise<void>): Promise<string> {
  const server = createHttpServer((_request, response) => response.end('echo'));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => socket.send(`${data.toString()}!`));
  });
  const recording = await shell.start(recordArgs(`http://127.0.0.1:${await portOf(server)}`));
  await act(recording.url);
  expect(await recording.stop()).toBe(0);
  return shell.read('real.jsonl');
}

const getOnce = async (url: string) => void (await (await fetch(`${url}/x`)).text());

describe('a file that is played', () => {
  it.each([
    ['empty', () => '', 'bad.jsonl is empty: it has no whole header; choose another file.'],
    [
      'cut within its header',
      (text: string) => text.slice(0, 40),
      'bad.jsonl has no whole header: it was cut inside its first line.',
    ],
    [
      'damaged',
      (text: string) => text.replace('echo', 'ecco'),
      expect.stringMatching(/^bad\.jsonl is damaged in entry 2: .*; restore a copy\.$/),
    ],
    [
      'of another version',
      (text: string) => text.replace(/"reprise":\d+/, '"reprise":99'),
      expect.stringMatching(
        /^bad\.jsonl has format version 99 in the header, and this Reprise reads versions 1 to \d+\. Read it with reprise 1\.2\.3-test, which wrote it\.$/,
      ),
    ],
    [
      'no recording',
      () => '{"a":1}\n',
      'bad.jsonl is not a recording of Reprise: its first line is not a header.',
    ],
  ])('is refused if it is %s', async (_what, broken, sentence) => {
    shell.write('bad.jsonl', broken(await recorded(getOnce)));
    const [code, text] = (await refusal('play', '--port', '0', 'bad.jsonl')).split(/: (.*)/);
    expect({ code, text }).toEqual({ code: '3', text: sentence });
  });
});

describe('a client that is played', () => {
  it('is told of a frame too many, and its socket ends', async () => {
    const say = async (url: string, ...texts: string[]) => {
      const socket = new WebSocket(url.replace('http', 'ws'));
      await once(socket, 'open');
      const heard: string[] = [];
      socket.on('message', (data: Buffer) => heard.push(data.toString()));
      for (const text of texts) {
        socket.send(text);
        await Promise.race([once(socket, 'message'), once(socket, 'close')]);
      }
      const isOpen = socket.readyState === WebSocket.OPEN;
      if (isOpen) {
        socket.close();
        await once(socket, 'close');
      }
      return isOpen ? heard : 'ended';
    };
    await recorded(async (url) => expect(await say(url, 'one')).toEqual(['one!']));
    const playing = await shell.start(['play', '--port', '0', '--json', 'real.jsonl']);
    expect(await say(playing.url, 'one', 'two')).toBe('ended');
    expect(playing.errors).toEqual([
      'The frame "two" is not in the recording. No further frame of the client is.',
    ]);
    expect(await playing.stop()).toBe(2);
  });
});
